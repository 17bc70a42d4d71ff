package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.decision.DecisionTables;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.job.JobStatus;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * The pictures in the documentation are made from the transition tables in the code: run with
 * {@code -Dawaken.docs.update=true} to draw them anew.
 */
class StatesReferenceTest {

  private static final Path DOCUMENT = Path.of("docs", "states.md");

  @Test
  @Rows({117, 128})
  void thePicturesAreTheTransitionTables() throws IOException {
    String document = Files.readString(DOCUMENT);
    String updated = drawn(document, "run", RunStatus.values(), RunStatus::wire, RunStatus::next);
    updated =
        drawn(
            updated,
            "tool call",
            ToolCallStatus.values(),
            ToolCallStatus::wire,
            ToolCallStatus::next);
    updated = drawn(updated, "job", JobStatus.values(), JobStatus::wire, JobStatus::next);
    updated = replaced(updated, "commands", DecisionTables.markdown(DecisionTables.runs()));
    updated =
        replaced(updated, "submissions", DecisionTables.markdown(DecisionTables.submissions()));
    if (Boolean.getBoolean("awaken.docs.update")) {
      Files.writeString(DOCUMENT, updated);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(updated);
  }

  /** The document with the picture of one table between its markers; the first state begins. */
  private static <S> String drawn(
      String document,
      String name,
      S[] states,
      Function<S, String> wire,
      Function<S, Set<S>> next) {
    var lines = new StringBuilder("\n```mermaid\nstateDiagram-v2\n");
    lines.append("  [*] --> %s\n".formatted(wire.apply(states[0])));
    for (S from : states) {
      Set<S> targets = next.apply(from);
      Arrays.stream(states)
          .filter(targets::contains)
          .forEach(to -> lines.append("  %s --> %s\n".formatted(wire.apply(from), wire.apply(to))));
      if (targets.isEmpty()) {
        lines.append("  %s --> [*]\n".formatted(wire.apply(from)));
      }
    }
    lines.append("```\n\n");
    return replaced(document, name, lines.toString());
  }

  private static String replaced(String document, String name, String lines) {
    String begin = "<!-- " + name + ": begin -->\n";
    String end = "<!-- " + name + ": end -->";
    assertThat(document).containsSubsequence(begin, end);
    return document.substring(0, document.indexOf(begin) + begin.length())
        + lines
        + document.substring(document.indexOf(end));
  }
}
