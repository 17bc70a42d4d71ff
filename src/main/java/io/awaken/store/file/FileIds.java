package io.awaken.store.file;

import io.awaken.core.run.ThreadId;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Checks which ids are valid file names (features row 165). */
final class FileIds {

  /** Bytes; file systems allow 255, and a suffix follows the id. */
  private static final int LONGEST = 200;

  private FileIds() {}

  /**
   * @throws IllegalArgumentException when the id would leave its folder or is no file name
   */
  static void check(String id) {
    if (id.isEmpty() || id.contains("/") || id.contains("\\") || id.contains("..")) {
      throw refused("is neither empty nor has /, \\ or ..");
    }
    if (id.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      throw refused("has at most " + LONGEST + " bytes");
    }
    try {
      Path.of(id);
    } catch (InvalidPathException e) {
      throw refused("can be the name of a file");
    }
  }

  private static IllegalArgumentException refused(String what) {
    return new IllegalArgumentException("an id that names a file " + what);
  }

  /** Returns the file name of a thread. No id starts with a plus. */
  static String name(ThreadId thread) {
    String key = thread.key();
    return key.equals(thread.value()) ? key : "+" + encoded(key);
  }

  /**
   * Encodes any text as a file name: letters, digits, - and _ stay, other characters are encoded as
   * bytes, and a hash replaces the end of a long name.
   */
  static String encoded(String text) {
    var name = new StringBuilder();
    for (byte part : text.getBytes(StandardCharsets.UTF_8)) {
      char read = (char) (part & 0xff);
      if (read < 128 && (Character.isLetterOrDigit(read) || read == '-' || read == '_')) {
        name.append(read);
      } else {
        name.append("%%%02X".formatted((int) read));
      }
    }
    return name.length() <= LONGEST ? name.toString() : name.substring(0, 64) + "-" + hash(text);
  }

  private static String hash(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
