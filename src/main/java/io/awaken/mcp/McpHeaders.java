package io.awaken.mcp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Names and values of MCP's HTTP headers. */
public final class McpHeaders {

  /** The session id, in revisions with sessions. */
  public static final String SESSION = "Mcp-Session-Id";

  /** The protocol revision. */
  public static final String VERSION = "MCP-Protocol-Version";

  /** The method in the body; since 2026-07-28. */
  public static final String METHOD = "Mcp-Method";

  /** The tool, resource or prompt that the body names; since 2026-07-28. */
  public static final String NAME = "Mcp-Name";

  /** Prefix of headers for arguments with {@code x-mcp-header} in their schema. */
  public static final String PARAM_PREFIX = "Mcp-Param-";

  /** The field of a schema that names the header of an argument. */
  public static final String PARAM_FIELD = "x-mcp-header";

  private static final String ENCODED = "=?base64?";
  private static final String END = "?=";

  private McpHeaders() {}

  /** The parameter that {@link #NAME} repeats; null when a method has none. */
  public static String nameField(String method) {
    return switch (method) {
      case "tools/call", "prompts/get" -> "name";
      case "resources/read" -> "uri";
      case "tasks/get", "tasks/update", "tasks/cancel" -> "taskId";
      default -> null;
    };
  }

  /** Encodes a value for a header: in Base64 if plain ASCII could not carry it or would mislead. */
  public static String encoded(String value) {
    boolean plain =
        value.chars().allMatch(c -> c >= ' ' && c <= '~')
            && value.equals(value.strip())
            && !value.startsWith(ENCODED);
    return plain
        ? value
        : ENCODED
            + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
            + END;
  }

  /**
   * Decodes a header value; empty if it is marked as Base64 but is not Base64 of UTF-8.
   *
   * @param header as received
   */
  public static Optional<String> decoded(String header) {
    if (!header.startsWith(ENCODED) || !header.endsWith(END)) {
      return Optional.of(header);
    }
    try {
      String body = header.substring(ENCODED.length(), header.length() - END.length());
      byte[] bytes = Base64.getDecoder().decode(body);
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return Optional.of(text.toString());
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | CharacterCodingException broken) {
      return Optional.empty();
    }
  }
}
