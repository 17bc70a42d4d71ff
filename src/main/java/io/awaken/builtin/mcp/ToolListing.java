package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.text.CanonicalHash;
import io.awaken.core.text.WholeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All tools of a server, collected page by page.
 *
 * @param tools by name
 * @param refused violations of the omitted tools, by name
 * @param cut why the server's list ended before its last page; null when it is whole
 */
record ToolListing(Map<String, ListedTool> tools, Map<String, String> refused, String cut) {

  /** Maximum pages of one list. */
  static final int MAX_PAGES = 100;

  /** Maximum tools of one server. */
  static final int MAX_TOOLS = 1_000;

  private static final Logger LOG = System.getLogger(McpServers.class.getName());

  private static final int MAX_CURSOR = 4_096;

  static ToolListing read(McpSession session) throws McpException, InterruptedException {
    var tools = new TreeMap<String, ListedTool>();
    var refused = new TreeMap<String, String>();
    var cursors = new HashSet<String>();
    var hashes = new CanonicalHash();
    String cursor = null;
    int seen = 0;
    String cut = null;
    for (int page = 0; page == 0 || cursor != null && cut == null; page++) {
      if (page == MAX_PAGES) {
        throw flood("its list of tools has more than " + MAX_PAGES + " pages");
      }
      ObjectNode params = JsonNodeFactory.instance.objectNode();
      if (cursor != null) {
        params.put("cursor", cursor);
      }
      JsonNode result = session.require("tools/list", params);
      if (!result.path("tools").isArray()) {
        throw new McpException(Kind.GARBAGE, "its list of tools has no field tools");
      }
      for (JsonNode tool : result.path("tools")) {
        if (++seen > MAX_TOOLS) {
          throw flood("it lists more than " + MAX_TOOLS + " tools");
        }
        add(tool, hashes, tools, refused);
      }
      cursor = result.path("nextCursor").asText(null);
      cut = cursor == null ? null : unusable(cursor, session, cursors);
    }
    return new ToolListing(tools, refused, cut);
  }

  /** Why a cursor leads nowhere; null when it leads to a page. */
  private static String unusable(String cursor, McpSession session, Set<String> earlier) {
    if (cursor.length() > MAX_CURSOR) {
      return "its next cursor has more than " + MAX_CURSOR + " characters";
    }
    // An opaque cursor may be empty only since that revision.
    if (cursor.isEmpty() && !session.version().modern()) {
      return "its next cursor is empty";
    }
    return earlier.add(cursor) ? null : "its next cursor repeats an earlier one";
  }

  /**
   * Logs that the list ended early, unless the list before ended for the same reason.
   *
   * @return the reason
   */
  String logged(String server, String before) {
    if (cut != null && !cut.equals(before)) {
      LOG.log(
          Level.WARNING,
          "the list of tools of server {0} ends early: {1}; the {2} tools read so far are offered",
          server,
          cut,
          tools.size());
    }
    return cut;
  }

  private static void add(
      JsonNode tool,
      CanonicalHash hashes,
      Map<String, ListedTool> tools,
      Map<String, String> refused) {
    try {
      ListedTool listed = ListedTool.read(tool, hashes);
      if (tools.putIfAbsent(listed.name(), listed) != null) {
        refused.put(listed.name(), "it is listed twice; the first counts");
      }
    } catch (IllegalArgumentException e) {
      String name = tool.path("name").asText("");
      refused.put(WholeText.cut(name, 64), e.getMessage());
    }
  }

  private static McpException flood(String message) {
    return new McpException(Kind.FLOOD, message);
  }

  /**
   * Decides which listed tools are offered: those with the accepted hash, and new ones under trust
   * on first use.
   *
   * @param accepted by name
   * @param waiting reasons of tools that need approval, by name
   */
  record ToolTrust(Map<String, ListedTool> accepted, Map<String, String> waiting) {

    private static final String NEW = "is new and waits for approval";
    private static final String CHANGED = "has changed and waits for approval";
    private static final String PINNED = "differs from the hash in its document";

    static ToolTrust of(McpServerSpec spec, Map<String, ListedTool> listed, ToolPins pins) {
      Map<String, String> fixed = spec.trust().tools();
      var known = new HashMap<>(pins.of(spec.id()));
      var unknown = new TreeMap<String, String>();
      listed.forEach(
          (name, tool) -> {
            if (!known.containsKey(name) && !fixed.containsKey(name)) {
              unknown.put(name, tool.hash());
            }
          });
      if (spec.trust().firstUse() && !unknown.isEmpty()) {
        pins.add(spec.id(), unknown);
        // Another node may have accepted another version first.
        known.putAll(pins.of(spec.id()));
      }
      var accepted = new TreeMap<String, ListedTool>();
      var waiting = new TreeMap<String, String>();
      listed.forEach(
          (name, tool) -> {
            String hash = fixed.getOrDefault(name, known.get(name));
            if (tool.hash().equals(hash)) {
              accepted.put(name, tool);
            } else if (fixed.containsKey(name)) {
              waiting.put(name, PINNED);
            } else {
              waiting.put(name, hash == null ? NEW : CHANGED);
            }
          });
      return new ToolTrust(accepted, waiting);
    }
  }
}
