package io.awaken.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Which tests hold what: a page of {@code target/evidence}, written anew by each run. */
final class TestIndex {

  private static final Path FOLDER = Path.of("target", "evidence");

  private TestIndex() {}

  /**
   * @param name of the page, without its ending
   * @param tests by what they hold
   */
  static void write(String name, Map<String, List<String>> tests) throws IOException {
    String rows =
        tests.entrySet().stream()
            .map(row -> "| %s | %s |\n".formatted(row.getKey(), cell(row.getValue())))
            .collect(Collectors.joining());
    Files.createDirectories(FOLDER);
    Files.writeString(
        FOLDER.resolve(name + "-index.md"), "| | tests |\n|---|---|\n%s".formatted(rows));
  }

  private static String cell(List<String> names) {
    return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }
}
