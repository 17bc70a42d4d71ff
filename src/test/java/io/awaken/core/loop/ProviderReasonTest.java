package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why a provider refused a call is for operators and a server's local user. */
@Rows(103)
class ProviderReasonTest {

  private static final String SENTENCE = "the model provider refused the request (invalid_request)";

  private static final LlmExecutor REFUSING =
      (request, listener, token) -> {
        throw new InferenceException(
            InferenceException.Kind.INVALID_REQUEST,
            "refused (400): no such field 'x', api_key=sk-abcdefghijklmnop",
            null);
      };

  @ParameterizedTest
  @CsvSource({"ops, true", "ada, false"})
  void theErrorHasItForThemOnly(String subject, boolean operator) {
    var node =
        new TestNode(
            TestNode.inMemory(),
            TestNode.configured(ProviderReasonTest::forOperators),
            REFUSING,
            spec -> spec,
            List.of());
    var caller = new Caller("default", subject, Set.of());

    var run = node.service.submit(TestNode.request("t", "hello").by(caller)).runId();
    node.executeAll();

    String reason = operator ? ": refused (400): no such field 'x', api_key=[redacted]" : "";
    assertThat(node.sinks.events())
        .contains(new AgentEvent.Error(SENTENCE + reason, "invalid_request"));
    assertThat(node.record(run).termination()).isEqualTo(new TerminationReason.Error(SENTENCE));
  }

  private static LoopSettings forOperators(LoopSettings usual) {
    return new LoopSettings(
        usual.restoring(),
        usual.limits(),
        usual.budget(),
        usual.estimator(),
        usual.summaries(),
        caller -> caller.subject().equals("ops"),
        usual.delegation());
  }
}
