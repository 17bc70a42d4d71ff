package io.awaken.core.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.decision.DecisionTables.Line;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each cell of the tables in {@code docs/states.md} equals the plan of the rules. After an intended
 * change, regenerate the tables with {@code StatesReferenceTest}.
 */
class DecisionTablesTest {

  private static final Path DOCUMENT = Path.of("docs", "states.md");

  @TestFactory
  @Rows({188, 189, 190, 192})
  Stream<DynamicTest> commandsMatchTheDocument() throws IOException {
    return cells("commands", DecisionTables.runs());
  }

  @TestFactory
  @Rows(189)
  Stream<DynamicTest> submissionsMatchTheDocument() throws IOException {
    return cells("submissions", DecisionTables.submissions());
  }

  private static Stream<DynamicTest> cells(String table, List<Line> lines) throws IOException {
    Map<String, Map<String, String>> documented = documented(table);
    return lines.stream()
        .flatMap(
            line ->
                line.plans().entrySet().stream()
                    .map(
                        cell ->
                            DynamicTest.dynamicTest(
                                line.command() + " while " + cell.getKey(),
                                () ->
                                    assertThat(cell.getValue())
                                        .isEqualTo(
                                            documented
                                                .getOrDefault(line.command(), Map.of())
                                                .get(cell.getKey())))));
  }

  /** The cells of a table by row and column. */
  private static Map<String, Map<String, String>> documented(String table) throws IOException {
    String document = Files.readString(DOCUMENT);
    int begin = document.indexOf("<!-- " + table + ": begin -->");
    List<String[]> rows =
        document
            .substring(begin, document.indexOf("<!-- " + table + ": end -->"))
            .lines()
            .filter(line -> line.startsWith("|"))
            .map(line -> line.substring(1).split("\\|"))
            .toList();
    var cells = new HashMap<String, Map<String, String>>();
    for (String[] row : rows) {
      var byState = new HashMap<String, String>();
      for (int column = 1; column < row.length; column++) {
        byState.put(rows.getFirst()[column].strip(), row[column].strip());
      }
      cells.put(row[0].strip(), byState);
    }
    return cells;
  }
}
