package io.awaken.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * A local Maven repository with the runtime of this build. All other artifacts, including new
 * downloads, are shared with the user's repository by links. A runtime installed there is neither
 * read nor changed, so that concurrent builds do not interfere.
 */
final class BuildRepository {

  private static final Path FOLDER = Path.of("target", "repository").toAbsolutePath();
  private static final String ARTIFACT = "awaken-ee";

  private BuildRepository() {}

  static Path create() throws IOException {
    Path shared =
        Path.of(
            System.getProperty(
                "awaken.maven.repository", System.getProperty("user.home") + "/.m2/repository"));
    link(shared, FOLDER, "io");
    link(shared.resolve("io"), FOLDER.resolve("io"), "awaken");
    install();
    return FOLDER;
  }

  /** Creates a folder with links to all entries of another one, except one. */
  private static void link(Path from, Path to, String except) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        Path link = to.resolve(entry.getFileName());
        if (!entry.endsWith(except) && !Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
          Files.createSymbolicLink(link, entry);
        }
      }
    }
  }

  /** Copies the files that {@code mvn install} would install, as far as dependants need them. */
  private static void install() throws IOException {
    String version = System.getProperty("awaken.version");
    Path folder =
        Files.createDirectories(FOLDER.resolve("io/awaken").resolve(ARTIFACT).resolve(version));
    String name = ARTIFACT + "-" + version;
    copy(Path.of("pom.xml"), folder.resolve(name + ".pom"));
    copy(Path.of("target", "awaken-classes.jar"), folder.resolve(name + "-classes.jar"));
    copy(Path.of("target", "awaken.war"), folder.resolve(name + ".war"));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }
}
