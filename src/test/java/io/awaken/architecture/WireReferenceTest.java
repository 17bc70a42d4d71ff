package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.architecture.WireMatrix.Cell;
import io.awaken.fixture.Rows;
import io.awaken.fixture.WrittenDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Each cell of the matrix in {@code docs/evidence/wires.md} has a test that names it with
 * {@code @Carries}, or a reason why the wire does not carry it: run with {@code
 * -Dawaken.docs.update=true} to write it anew. Which tests hold a row stands in {@code
 * target/evidence/wires-index.md}.
 */
@Rows(109)
class WireReferenceTest {

  private static final WrittenDocument DOCUMENT =
      new WrittenDocument(Path.of("docs", "evidence", "wires.md"));

  private static final String HEAD =
      """
      # What each model wire carries

      Every cell but "no" has tests. Written by `WireReferenceTest`. Guide: [models.md](../models.md).

      """;

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
  void theDocumentIsWhatTheTestsSay() throws IOException {
    var holders = new LinkedHashMap<String, List<String>>();
    WireMatrix.FEATURES.forEach((name, feature) -> holders.put(feature.title(), holders(name)));
    TestIndex.write("wires", holders);

    DOCUMENT.assertIs(HEAD + matrix() + QuirkIndex.table());
  }

  private static String matrix() {
    var reasons = new ArrayList<String>();
    var text = new StringBuilder("| |");
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
    return text.toString();
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

  private static List<String> holders(String feature) {
    return WireMatrix.WIRES.stream()
        .flatMap(wire -> tests.of(wire + ":" + feature).stream())
        .distinct()
        .sorted()
        .toList();
  }
}
