package io.awaken.config.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.builtin.permission.PermissionPlugin;
import io.awaken.builtin.stop.StopConditionPlugin;
import io.awaken.builtin.tasks.TasksPlugin;
import io.awaken.config.DocumentException;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.agent.PluginSet;
import io.awaken.fixture.Rows;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Each mistake in a document is reported with the document, its line, the field, and the reason.
 */
@Rows({9, 35, 236})
class DocumentMistakesTest {

  private static final Pattern REPEATED = Pattern.compile("<([^<>]+)>×(\\d+)");

  @TempDir Path directory;

  @ParameterizedTest
  @CsvFileSource(resources = "/documents/mistakes.csv", delimiter = '|')
  void aMistakeIsReportedWithItsPlaceItsFieldAndItsReason(
      String file, String lines, String problems) {
    var folder = new EditedFolder(directory).write(file, text(lines));

    assertThat(problems(folder))
        .extracting(DocumentProblem::toString)
        .containsExactly(
            Stream.of(problems.split(" AND ")).map(file::concat).toArray(String[]::new));
  }

  /** Semicolons end lines, and {@code <a>×3} is {@code aaa}. */
  private static String text(String lines) {
    return REPEATED
        .matcher(lines.replace(';', '\n'))
        .replaceAll(found -> found.group(1).repeat(Integer.parseInt(found.group(2))));
  }

  /** Those of a refused start, or of the agents that alone are refused. */
  private static List<DocumentProblem> problems(EditedFolder folder) {
    var stop = new StopConditionPlugin(InstantSource.system());
    var plugins = PluginSet.of(List.of(), List.of(new PermissionPlugin(), new TasksPlugin(), stop));
    try {
      return folder.open(plugins).problems();
    } catch (DocumentException e) {
      return e.problems();
    }
  }
}
