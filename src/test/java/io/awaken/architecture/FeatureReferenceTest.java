package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every row of {@code docs/features.md} has tests that name it, and the index says which: run with
 * {@code -Dawaken.docs.update=true} to write it anew.
 */
class FeatureReferenceTest {

  private static final Path INDEX = Path.of("docs", "feature-index.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\| ([^|]+) \\|");
  private static final String HEAD =
      """
      # Feature index

      Which tests hold which row of [features.md](features.md). Written by `FeatureReferenceTest`.

      | # | Feature | Tests |
      |---|---|---|
      """;

  private static SortedMap<Integer, String> features;
  private static RowTests tests;

  @BeforeAll
  static void readSources() throws IOException {
    features = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("docs", "features.md")));
    while (row.find()) {
      assertThat(features.put(Integer.valueOf(row.group(1)), row.group(2))).isNull();
    }
    tests = RowTests.in(Path.of("src", "test"), Path.of("src-it"));
  }

  @Test
  void theIndexIsWhatTheTestsSay() throws IOException {
    String index =
        features.entrySet().stream()
            .map(
                row ->
                    "| %d | %s | %s |\n"
                        .formatted(row.getKey(), row.getValue(), cell(row.getKey())))
            .collect(Collectors.joining("", HEAD, ""));
    if (Boolean.getBoolean("awaken.docs.update")) {
      Files.writeString(INDEX, index);
    }
    assertThat(Files.readString(INDEX)).isEqualTo(index);
  }

  @Test
  void everyRowHasATest() {
    List<Integer> missing =
        features.keySet().stream().filter(row -> tests.of(row).isEmpty()).toList();
    assertThat(missing).as("rows of docs/features.md that no test names with @Rows").isEmpty();
  }

  @Test
  void everyRowThatATestNamesIsAFeature() {
    var unknown = new TreeSet<>(tests.byRow().keySet());
    unknown.removeAll(features.keySet());
    assertThat(unknown).as("rows that tests name and docs/features.md does not have").isEmpty();
  }

  private static String cell(int row) {
    List<String> names = tests.of(row);
    return names.isEmpty()
        ? "-"
        : names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }
}
