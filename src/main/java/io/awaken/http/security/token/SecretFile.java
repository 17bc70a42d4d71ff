package io.awaken.http.security.token;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Reads a file that is its owner's alone. */
public final class SecretFile {

  static final int MAX_BYTES = 1 << 20;

  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private SecretFile() {}

  /**
   * @throws NoSuchFileException when it is not there
   * @throws TokenFileException when it may not be used, saying why
   */
  public static byte[] read(Path path) throws NoSuchFileException, TokenFileException {
    try {
      requirePrivate(path);
      try (InputStream in = Files.newInputStream(path)) {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
          throw new TokenFileException("the file has more than %d bytes".formatted(MAX_BYTES));
        }
        return bytes;
      }
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException | SecurityException e) {
      throw new TokenFileException("the file cannot be read: " + e.getClass().getSimpleName());
    }
  }

  /** A user with write access may let anyone in. A file system without modes is not checked. */
  static void requirePrivate(Path path) throws IOException, TokenFileException {
    var view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    if (view != null && !OWNER.containsAll(view.readAttributes().permissions())) {
      throw new TokenFileException(
          "others than its owner may use the file; its mode must be 0600 (chmod 600)");
    }
  }
}
