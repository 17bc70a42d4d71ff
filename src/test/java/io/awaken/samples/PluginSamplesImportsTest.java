package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a plugin author has to know stands in the guides. */
class PluginSamplesImportsTest {

  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import io\\.awaken\\.[\\w.]*\\.(\\w+);");
  private static final List<Path> GUIDES =
      List.of(Path.of("docs/plugins.md"), Path.of("docs/plugin-samples.md"));

  @Test
  void theSampleProjectsImportNothingThatNoGuideNames() throws IOException {
    String guides = GUIDES.stream().map(PluginSamplesImportsTest::read).reduce("", String::concat);

    List<String> imported = imported();

    assertThat(imported).hasSizeGreaterThan(30);
    assertThat(imported).allMatch(type -> guides.contains("`" + type + "`"));
  }

  private static List<String> imported() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src-it/samples/plugins"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(file -> IMPORT.matcher(read(file)).results())
          .map(found -> found.group(1))
          .distinct()
          .sorted()
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
