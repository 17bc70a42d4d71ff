package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.TestNode;
import org.junit.jupiter.api.Test;

class SettledRunsTest {

  private final AskingNode asking = new AskingNode(AskingNode.APPROVAL);
  private final SettledRuns settled =
      SettledRuns.of(asking.node.stores.runs(), asking.node.stores.suspensions());

  @Test
  void aRunIsSettledWhileItWaitsAndAfterItsEndButNotAfterTheDecision() {
    RunId run = asking.node.service.submit(TestNode.request("t", "pay")).runId();
    assertThat(settled.settled(run)).isFalse();

    asking.node.executeAll();
    assertThat(settled.settled(run)).isTrue();

    asking.node.decider.decide(
        run,
        DecisionRequest.of(Caller.ANONYMOUS, asking.question(run).callId(), DecisionAction.RESUME));
    assertThat(settled.settled(run)).isFalse();

    asking.goOn();
    assertThat(settled.settled(run)).isTrue();
  }

  @Test
  void anUnknownRunIsSettled() {
    assertThat(settled.settled(new RunId("nobody"))).isTrue();
  }
}
