package io.awaken.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;

/**
 * A server's class data for the JVM (class data sharing): mapping it saves about a quarter of a
 * start's processor time. {@link ArchiveClasses} writes it. There is one file for each JDK, Payara
 * and set of libraries in the archive; our own classes may change, since the JVM checks each class
 * and loads changed ones normally. The JVM ignores a file that does not match its other options.
 * Immutable.
 */
final class ClassArchive {
  private final Path file;

  private ClassArchive(Path file) {
    this.file = file;
  }

  /**
   * Finds the file that belongs to a server, whether it exists or not.
   *
   * @return empty when the server or its archive cannot be read
   */
  static Optional<ClassArchive> of(Installation at) {
    try {
      return Optional.of(
          new ClassArchive(at.classArchives().toAbsolutePath().resolve(key(at) + ".jsa")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String key(Installation at) throws IOException {
    var parts = new StringBuilder(System.getProperty("java.home")).append(Runtime.version());
    parts.append(Files.size(at.server())).append(Files.getLastModifiedTime(at.server()));
    try (ZipFile archive = new ZipFile(at.archive().toFile())) {
      archive.stream()
          .filter(entry -> entry.getName().startsWith("WEB-INF/lib/"))
          .map(entry -> entry.getName() + entry.getCrc())
          .sorted()
          .forEach(parts::append);
    }
    try {
      byte[] text = parts.toString().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  Path file() {
    return file;
  }

  /** JVM options that map the file; empty without a file. */
  List<String> options() {
    return Files.isReadable(file)
        ? List.of("-XX:SharedArchiveFile=" + file, "-Xshare:auto", "-Xlog:cds*=off")
        : List.of();
  }
}
