package io.awaken.core.spec;

import java.util.Map;

/**
 * Which tools of a server are offered (features row 1077). A tool is identified by the hash of its
 * description, schema and annotations; one with another hash than the accepted one is not offered
 * until an operator approves it.
 *
 * @param firstUse whether a tool without an accepted hash is trusted on first use; otherwise it
 *     must be approved. Default true
 * @param tools pinned hashes by the server's tool names; they override approvals. Default none
 */
public record McpTrust(Boolean firstUse, Map<String, String> tools) {

  /** Trust on first use for every tool. */
  public static final McpTrust FIRST_USE = new McpTrust(true, null);

  public McpTrust {
    firstUse = firstUse == null || firstUse;
    tools = tools == null ? Map.of() : Map.copyOf(tools);
  }
}
