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

/** Reads a file that only its owner may access. */
public final class SecretFile {

  static final int MAX_BYTES = 1 << 20;

  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private SecretFile() {}

  /**
   * @throws NoSuchFileException when it does not exist
   * @throws TokenFileException with the reason when it must not be used
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

  /** Anyone with write access could add a token. A file system without modes is not checked. */
  static void requirePrivate(Path path) throws IOException, TokenFileException {
    var view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    if (view != null && !OWNER.containsAll(view.readAttributes().permissions())) {
      throw new TokenFileException(
          "users other than its owner may access the file; its mode must be 0600 (chmod 600)");
    }
  }
}
