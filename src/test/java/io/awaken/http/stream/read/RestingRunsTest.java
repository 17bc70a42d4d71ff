package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.TestNode;
import org.junit.jupiter.api.Test;

class RestingRunsTest {

  private final AskingNode asking = new AskingNode(AskingNode.APPROVAL);
  private final RestingRuns resting =
      RestingRuns.of(asking.node.stores.runs(), asking.node.stores.suspensions());

  @Test
  void aRunRestsWhileItWaitsAndWhenItIsOverButNotBetweenTheDecisionAndItsEnd() {
    RunId run = asking.node.submitter.submit(TestNode.request("t", "pay")).runId();
    assertThat(resting.rests(run)).isFalse();

    asking.node.executeAll();
    assertThat(resting.rests(run)).isTrue();

    asking.node.decider.decide(
        run,
        DecisionRequest.of(Caller.ANONYMOUS, asking.question(run).callId(), DecisionAction.RESUME));
    assertThat(resting.rests(run)).isFalse();

    asking.goOn();
    assertThat(resting.rests(run)).isTrue();
  }

  @Test
  void aRunThatNobodyKnowsRests() {
    assertThat(resting.rests(new RunId("nobody"))).isTrue();
  }
}
