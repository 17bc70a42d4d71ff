package io.awaken.builtin.mcp;

import io.awaken.core.spec.McpServerSpec;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The ids of tools of servers: {@code mcp__{server}__{tool}}. A name that does not fit the 64
 * letters, digits, '_' and '-' that models allow is written with '_' for what does not fit and a
 * hash behind it, so that no two tools of a server have one id and the same tool always has the
 * same.
 */
final class ToolIds {

  private static final int MAX = 64;
  private static final int HASH = 10;
  private static final Pattern FITS = Pattern.compile("[A-Za-z0-9_-]+");

  /** What a written name ends with; a name that looks so itself is written as well. */
  private static final Pattern WRITTEN = Pattern.compile(".*_[0-9a-f]{" + HASH + "}");

  private ToolIds() {}

  static String of(String server, String tool) {
    String prefix = McpServerSpec.prefix(server);
    boolean plain =
        FITS.matcher(tool).matches()
            && !WRITTEN.matcher(tool).matches()
            && prefix.length() + tool.length() <= MAX;
    return prefix + (plain ? tool : written(tool, MAX - prefix.length()));
  }

  private static String written(String tool, int room) {
    byte[] digest = Hashes.sha256(tool.getBytes(StandardCharsets.UTF_8));
    String hash = "_" + HexFormat.of().formatHex(digest).substring(0, HASH);
    String begin = tool.replaceAll("[^A-Za-z0-9_-]", "_");
    return begin.substring(0, Math.min(begin.length(), room - hash.length())) + hash;
  }
}
