package io.awaken.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The supported protocol revisions, oldest first. The MCP client speaks all of them. */
public enum ProtocolVersion {
  /** Over HTTP with a separate event stream; the only one that the MCP server does not speak. */
  V2024_11_05("2024-11-05"),
  /** The first with Streamable HTTP; the only one with batches. */
  V2025_03_26("2025-03-26"),
  /** Structured results, elicitation, the version header. */
  V2025_06_18("2025-06-18"),
  /** The last with sessions. */
  V2025_11_25("2025-11-25"),
  /** Stateless: every request is self-contained. */
  V2026_07_28("2026-07-28");

  /** The newest revision with sessions. */
  public static final ProtocolVersion NEWEST_LEGACY = V2025_11_25;

  /** The newest revision. */
  public static final ProtocolVersion NEWEST = V2026_07_28;

  private final String text;

  ProtocolVersion(String text) {
    this.text = text;
  }

  /** The revision as written in messages and headers. */
  public String text() {
    return text;
  }

  /** Whether it has no sessions. */
  public boolean modern() {
    return compareTo(V2026_07_28) >= 0;
  }

  /** Whether a body may be an array of messages. */
  public boolean batches() {
    return this == V2025_03_26;
  }

  /** Finds a revision by its text; empty for an unsupported one and for null. */
  public static Optional<ProtocolVersion> of(String text) {
    return Arrays.stream(values()).filter(version -> version.text.equals(text)).findFirst();
  }

  /** Finds a revision that the MCP server speaks by its text; empty for others and for null. */
  public static Optional<ProtocolVersion> servedOf(String text) {
    return of(text).filter(ProtocolVersion::served);
  }

  private boolean served() {
    return this != V2024_11_05;
  }

  /** Revisions with sessions, newest first. */
  public static List<ProtocolVersion> legacy() {
    return newestFirst().stream().filter(version -> !version.modern()).toList();
  }

  /** Revisions without sessions, newest first. */
  public static List<ProtocolVersion> modernOnes() {
    return newestFirst().stream().filter(ProtocolVersion::modern).toList();
  }

  /** Revisions that the MCP server speaks, newest first. */
  public static List<ProtocolVersion> servedOnes() {
    return newestFirst().stream().filter(ProtocolVersion::served).toList();
  }

  private static List<ProtocolVersion> newestFirst() {
    return List.of(values()).reversed();
  }
}
