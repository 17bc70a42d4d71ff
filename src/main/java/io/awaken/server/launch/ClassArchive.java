package io.awaken.server.launch;

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
 * The classes of a server as the JVM has them in memory (class data sharing): a start that maps
 * them takes about a quarter less processor time. {@link ArchiveClasses} writes them. There is one
 * file for each JDK, Payara and set of libraries in the archive; our own classes may change, since
 * the JVM compares each class and loads what differs as ever. A file that does not fit the JVM's
 * other options is ignored by the JVM. Immutable.
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

  /** Options of a JVM that maps the file; none when there is no file. */
  List<String> options() {
    return Files.isReadable(file)
        ? List.of("-XX:SharedArchiveFile=" + file, "-Xshare:auto", "-Xlog:cds*=off")
        : List.of();
  }
}
