package io.awaken.protocol.mcp.resource;

import java.util.Optional;
import java.util.regex.Pattern;

/** The URI of a resource. Ids contain no character that needs escaping. */
public sealed interface ResourceUri {

  /** Prefix of conversation URIs. */
  String THREADS = "awaken://threads/";

  /** Prefix of run URIs. */
  String RUNS = "awaken://runs/";

  /** Characters of a URI, at most. */
  int MAX_LENGTH = 256;

  /**
   * A page of a conversation.
   *
   * @param before only messages before this sequence number; null for the newest ones
   */
  record OfThread(String id, Long before) implements ResourceUri {
    private static final Pattern TEXT =
        Pattern.compile("awaken://threads/([^/?#]+)(?:\\?before=(\\d{1,18}))?");

    /** The address as clients write it. */
    public String text() {
      return THREADS + id + (before == null ? "" : "?before=" + before);
    }
  }

  /** A run with its result. */
  record OfRun(String id) implements ResourceUri {
    private static final Pattern TEXT = Pattern.compile("awaken://runs/([^/?#]+)");

    /** The address as clients write it. */
    public String text() {
      return RUNS + id;
    }
  }

  /** Parses a URI; empty for any other text. */
  static Optional<ResourceUri> parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    var thread = OfThread.TEXT.matcher(text);
    if (thread.matches()) {
      String before = thread.group(2);
      return Optional.of(
          new OfThread(thread.group(1), before == null ? null : Long.valueOf(before)));
    }
    var run = OfRun.TEXT.matcher(text);
    return run.matches() ? Optional.of(new OfRun(run.group(1))) : Optional.empty();
  }
}
