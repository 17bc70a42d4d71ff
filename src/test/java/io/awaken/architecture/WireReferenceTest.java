package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.architecture.WireMatrix.Cell;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Each cell of the matrix in {@code docs/models.md} has a test that names it with {@code @Carries},
 * or a reason why the wire does not carry it: run with {@code -Dawaken.docs.update=true} to write
 * matrix and index anew.
 */
@Rows(109)
class WireReferenceTest {

  private static final Path DOCUMENT = Path.of("docs", "models.md");
  private static final Path INDEX = Path.of("docs", "wire-index.md");
  private static final String HEAD =
      """
      # Wire index

      Which tests hold the cells of the matrix in [models.md](models.md#what-each-wire-carries).
      Written by `WireReferenceTest`.

      | | tests |
      |---|---|
      """;
  private static final String BEGIN = "<!-- wires: begin -->\n";
  private static final String END = "<!-- wires: end -->";

  private static TaggedTests tests;

  @BeforeAll
  static void readSources() throws IOException {
    tests = TaggedTests.with("Carries");
  }

  @Test
  void everyCellHasATestOrAReason() {
    var wrong = new ArrayList<String>();
    WireMatrix.FEATURES.forEach(
        (name, feature) -> {
          assertThat(feature.cells()).as(name).hasSameSizeAs(WireMatrix.WIRES);
          for (int i = 0; i < WireMatrix.WIRES.size(); i++) {
            String key = WireMatrix.WIRES.get(i) + ":" + name;
            if (feature.cells().get(i).carried() == tests.of(key).isEmpty()) {
              wrong.add(key);
            }
          }
        });

    assertThat(wrong).as("cells that say yes without a test, or no with one").isEmpty();
  }

  @Test
  void everyCellThatATestNamesIsThere() {
    var unknown = new TreeSet<>(tests.byRow().keySet());
    WireMatrix.FEATURES
        .keySet()
        .forEach(name -> WireMatrix.WIRES.forEach(wire -> unknown.remove(wire + ":" + name)));

    assertThat(unknown).isEmpty();
  }

  @Test
  void theMatrixIsWhatTheTestsSay() throws IOException {
    String document = Files.readString(DOCUMENT);
    assertThat(document).containsSubsequence(BEGIN, END);
    String updated =
        document.substring(0, document.indexOf(BEGIN) + BEGIN.length())
            + matrix()
            + document.substring(document.indexOf(END));
    if (Boolean.getBoolean("awaken.docs.update")) {
      Files.writeString(DOCUMENT, updated);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(updated);
  }

  @Test
  void theIndexIsWhatTheTestsSay() throws IOException {
    String index = HEAD + holders() + QuirkIndex.table();
    if (Boolean.getBoolean("awaken.docs.update")) {
      Files.writeString(INDEX, index);
    }
    assertThat(Files.readString(INDEX)).isEqualTo(index);
  }

  private static String matrix() {
    var reasons = new ArrayList<String>();
    var text = new StringBuilder("\n| |");
    WireMatrix.WIRES.forEach(wire -> text.append(" `%s` |".formatted(wire)));
    text.append("\n|---|").append("---|".repeat(WireMatrix.WIRES.size())).append('\n');
    WireMatrix.FEATURES.forEach(
        (name, feature) -> {
          text.append("| %s |".formatted(feature.title()));
          for (Cell cell : feature.cells()) {
            text.append(" %s |".formatted(shown(cell, reasons)));
          }
          text.append('\n');
        });
    text.append('\n');
    for (int i = 0; i < reasons.size(); i++) {
      text.append("%d. %s\n".formatted(i + 1, reasons.get(i)));
    }
    return text + "\n";
  }

  /** A reason becomes a numbered one below the table, once. */
  private static String shown(Cell cell, List<String> reasons) {
    if (cell.carried()) {
      return cell.how();
    }
    if (!reasons.contains(cell.reason())) {
      reasons.add(cell.reason());
    }
    return "no (%d)".formatted(reasons.indexOf(cell.reason()) + 1);
  }

  private static String holders() {
    return WireMatrix.FEATURES.entrySet().stream()
        .map(row -> "| %s | %s |\n".formatted(row.getValue().title(), holders(row.getKey())))
        .filter(row -> !row.endsWith("|  |\n"))
        .collect(Collectors.joining());
  }

  private static String holders(String feature) {
    return WireMatrix.WIRES.stream()
        .flatMap(wire -> tests.of(wire + ":" + feature).stream())
        .distinct()
        .sorted()
        .map(name -> "`" + name + "`")
        .collect(Collectors.joining(", "));
  }
}
