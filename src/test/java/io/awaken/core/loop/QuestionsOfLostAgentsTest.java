package io.awaken.core.loop;

import static io.awaken.core.spec.ToolExecutionMode.PARALLEL_STREAMING;
import static io.awaken.core.suspension.DecisionAction.RESUME;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions of a run without its agent are closed. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QuestionsOfLostAgentsTest {

  private final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());

  @Test
  void aRunWithoutItsAgentEndsAndClosesItsQuestions() {
    var run = new AskedRun(stores, PARALLEL_STREAMING, List.of("a", "b"), ticket -> ticket).start();
    run.decide("a", RESUME);

    var without =
        new TestNode(
            stores,
            new RecordingModel(Script.builder().says("done")),
            agent -> agent.toBuilder().modelId("gone").build());
    without.starter.claimDue();
    without.executeAll();

    assertThat(run.record().status()).isEqualTo(RunStatus.DONE);
    assertThat(run.record().termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(stores.suspensions().ofRun(run.record().runId()))
        .hasSize(2)
        .extracting(question -> question.status())
        .doesNotContain(SuspensionStatus.OPEN, SuspensionStatus.DECIDED);
    assertThat(run.calls()).isEqualTo("a=cancelled b=cancelled c=succeeded");
    assertThat(run.results()).hasSize(3);
  }
}
