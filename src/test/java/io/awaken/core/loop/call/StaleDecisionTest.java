package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Decisions about closed questions (S39). The model reuses one call id, like endpoints without ids.
 */
class StaleDecisionTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private final FunctionTool tool = FunctionTool.answering("pay", "paid");
  private final TestNode node =
      new TestNode(
          (request, listener, cancellation) ->
              new ScriptedModel(
                      Script.builder()
                          .calls("pay", Map.of("value", request.messages().getLast().text()))
                          .build())
                  .execute(request, listener, cancellation),
          UnaryOperator.identity(),
          List.of(AskedRun.gate("asks", List.of("pay"), ticket -> ticket)),
          tool);

  private SuspensionRecord asked(String what) {
    RunId run = node.submit(THREAD.value(), what);
    node.executeAll();
    return node.stores.suspensions().ofRun(run).getLast();
  }

  @Test
  void aDecisionAboutAnInterruptedRunDoesNotApplyToTheNextRun() {
    SuspensionRecord shown = asked("1 euro");
    SuspensionRecord now = asked("1000000 euro");

    DecisionResult result =
        node.decider.decide(
            THREAD, DecisionRequest.of(Caller.ANONYMOUS, shown.callId(), DecisionAction.RESUME));
    node.starter.claimDue();
    node.executeAll();

    assertThat(result).isInstanceOf(DecisionResult.NotFound.class);
    assertThat(now.callId()).isNotEqualTo(shown.callId());
    assertThat(node.stores.suspensions().ofRun(now.key().runId()))
        .extracting(SuspensionRecord::status)
        .containsExactly(SuspensionStatus.OPEN);
    assertThat(tool.calls()).isEmpty();
  }
}
