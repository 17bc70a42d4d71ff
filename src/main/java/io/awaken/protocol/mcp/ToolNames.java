package io.awaken.protocol.mcp;

import io.awaken.protocol.mcp.request.Keys;
import java.util.regex.Pattern;

/**
 * Tool names that every client accepts: up to 64 letters, digits, {@code _} and {@code -}. A valid
 * id is its own name; any other is shortened and gets a digest. Stateless.
 */
final class ToolNames {

  private static final int MAX_LENGTH = 64;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9_-]");
  private static final int DIGITS = 8;

  private ToolNames() {}

  static String of(String id) {
    if (PLAIN.matcher(id).matches()) {
      return id;
    }
    String digest = "_" + Keys.digest(id).substring(0, DIGITS);
    String plain = OTHER.matcher(id).replaceAll("_");
    return plain.substring(0, Math.min(plain.length(), MAX_LENGTH - digest.length())) + digest;
  }
}
