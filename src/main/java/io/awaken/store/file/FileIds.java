package io.awaken.store.file;

import io.awaken.core.run.ThreadId;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Which ids may be names of files (features row 165). */
final class FileIds {

  /** Bytes; file systems take 255, and something comes behind the id. */
  private static final int LONGEST = 200;

  private FileIds() {}

  /**
   * @throws IllegalArgumentException when the id would lead out of its folder, or is no name
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
    return new IllegalArgumentException("an id that is kept in a file " + what);
  }

  /** The name of a thread's files. No id begins with a plus. */
  static String name(ThreadId thread) {
    String key = thread.key();
    return key.equals(thread.value()) ? key : "+" + encoded(key);
  }

  /**
   * A name for any text: letters, digits, - and _ stay; all else is written by its bytes, and of a
   * name that would be too long its hash stands for the rest.
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
