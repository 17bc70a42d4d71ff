package io.awaken.architecture;

import io.awaken.core.decision.DecisionTables;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.job.JobStatus;
import io.awaken.fixture.Rows;
import io.awaken.fixture.WrittenDocument;
import java.io.IOException;
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

  private static final WrittenDocument DOCUMENT = new WrittenDocument(Path.of("docs", "states.md"));

  @Test
  @Rows({117, 128})
  void thePicturesAreTheTransitionTables() throws IOException {
    drawn("run", RunStatus.values(), RunStatus::wire, RunStatus::next);
    drawn("tool call", ToolCallStatus.values(), ToolCallStatus::wire, ToolCallStatus::next);
    drawn("job", JobStatus.values(), JobStatus::wire, JobStatus::next);
    DOCUMENT.assertPart("commands", DecisionTables.markdown(DecisionTables.runs()));
    DOCUMENT.assertPart("submissions", DecisionTables.markdown(DecisionTables.submissions()));
  }

  /** The picture of one table is in the document; the first state begins. */
  private static <S> void drawn(
      String name, S[] states, Function<S, String> wire, Function<S, Set<S>> next)
      throws IOException {
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
    DOCUMENT.assertPart(name, lines.toString());
  }
}
