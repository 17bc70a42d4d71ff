package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the classes in the built archives with the sources of the product. */
class ArchiveContentIT {

  private static final String CLASS = ".class";

  /** Neither tests nor what starts servers are in them. */
  @ParameterizedTest
  @CsvSource({"awaken.war, WEB-INF/classes/", "awaken-classes.jar, ''"})
  void anArchiveContainsTheMainSourcesAndNothingElseOfOurs(String name, String folder)
      throws IOException {
    assertThat(classes(Workplace.archive().resolveSibling(name), folder))
        .isEqualTo(sources(Path.of("src/main/java")));
  }

  /** Where WildFly looks in every archive of a deployment; without it, it refuses our tokens. */
  @ParameterizedTest
  @CsvSource({"awaken.war, WEB-INF/classes/", "awaken-classes.jar, ''"})
  void anArchiveTellsWildFlyToHandTokensOn(String name, String folder) throws IOException {
    try (var file = new ZipFile(Workplace.archive().resolveSibling(name).toFile())) {
      assertThat(file.getEntry(folder + "META-INF/undertow-handlers.conf")).isNotNull();
    }
  }

  private static Set<String> classes(Path archive, String folder) throws IOException {
    try (var file = new ZipFile(archive.toFile())) {
      return file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith(folder) && name.endsWith(CLASS) && !name.contains("$"))
          .map(name -> name.substring(folder.length(), name.length() - CLASS.length()))
          .filter(name -> !name.endsWith("package-info"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Set<String> sources(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .filter(name -> !name.endsWith("package-info"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
