package io.awaken.core.spec;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Which tools of a server are offered (features row 1077). A tool is known by the hash of its
 * description, schema and annotations; one whose hash is another than the known one is not offered
 * until an operator approves it.
 *
 * @param firstUse whether a tool without a known hash is offered as it is first seen; otherwise it
 *     has to be approved. Default true
 * @param tools hashes by the names that the server gives its tools; they count more than what was
 *     approved. Default none
 */
public record McpTrust(Boolean firstUse, Map<String, String> tools) {

  /** Every tool as it is first seen. */
  public static final McpTrust FIRST_USE = new McpTrust(true, null);

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  public McpTrust {
    firstUse = firstUse == null || firstUse;
    tools = tools == null ? Map.of() : Map.copyOf(tools);
  }

  /** Whether a text can be such a hash. */
  public static boolean isHash(String text) {
    return text != null && HASH.matcher(text).matches();
  }
}
