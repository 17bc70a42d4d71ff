package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.AgentLoop;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.TestNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An adapter's own description of a failure, possibly in its provider's words, goes to the log
 * only.
 */
@Attacks("S44")
class ModelFailureWordsTest {

  private static final String CANARY = "canary-words";

  private static LlmExecutor failing(Kind kind) {
    String words = CANARY + "\r\nForged line, Bearer hunter2hunter2 " + "x".repeat(10_000);
    return (request, listener, cancellation) -> {
      throw new InferenceException(kind, words, new IOException(CANARY));
    };
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void clientsAndRecordsGetTheKindAndTheLogGetsTheWords(Kind kind) {
    var node = new TestNode(failing(kind), spec -> spec);
    try (var log = new CapturedLog(AgentLoop.class)) {
      RunRecord run = node.run("t", "go");

      String text = ((TerminationReason.Error) run.termination()).value();
      assertThat(text).endsWith(" (" + kind.code() + ")");
      assertThat(node.sinks.events())
          .contains(new AgentEvent.Error(text, kind.code()))
          .noneMatch(event -> event.toString().contains(CANARY));
      assertThat(node.stores.threads().history(run.threadId()).toString()).doesNotContain(CANARY);
      List<String> lines = log.warningsOf(run.runId());
      assertThat(lines).hasSize(1);
      String line = lines.getFirst();
      assertThat(line).contains(CANARY + " Forged line").hasLineCount(1).hasSizeLessThan(1_200);
      assertThat(line).doesNotContain("hunter2");
    }
  }
}
