package io.awaken.builtin.mcp;

import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.text.CanonicalHash;
import java.util.regex.Pattern;

/**
 * The ids of MCP tools: {@code mcp__{server}__{tool}}. Models allow 64 letters, digits, '_' and
 * '-'. In other names '_' replaces invalid characters and a hash is appended, so that ids are
 * unique within a server and stable.
 */
final class ToolIds {

  private static final int MAX = 64;
  private static final int HASH = 10;
  private static final Pattern FITS = Pattern.compile("[A-Za-z0-9_-]+");

  /** The suffix of a replaced name; original names that look like this are replaced, too. */
  private static final Pattern WRITTEN = Pattern.compile(".*_[0-9a-f]{" + HASH + "}");

  private ToolIds() {}

  static String of(String server, String tool) {
    return fitting(McpServerSpec.prefix(server), tool);
  }

  /** The name under which a server's own tool is offered to the model that it asks. */
  static String sampled(String tool) {
    return fitting("", tool);
  }

  private static String fitting(String prefix, String tool) {
    boolean plain =
        FITS.matcher(tool).matches()
            && !WRITTEN.matcher(tool).matches()
            && prefix.length() + tool.length() <= MAX;
    return prefix + (plain ? tool : written(tool, MAX - prefix.length()));
  }

  private static String written(String tool, int room) {
    String hash = "_" + CanonicalHash.ofText(tool).substring(0, HASH);
    String begin = tool.replaceAll("[^A-Za-z0-9_-]", "_");
    return begin.substring(0, Math.min(begin.length(), room - hash.length())) + hash;
  }
}
