package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Registries;
import io.awaken.fixture.TestNode;
import io.awaken.runtime.RuntimeStores;
import java.time.InstantSource;

/** A run of the agent {@code a} that waits and resumes on a node with another registry. */
final class WaitingRun {

  final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());
  private TestNode node;
  private RunId run;
  private int threads;

  /** Starts a run that asks a question. */
  void begin(Registries registry) {
    begin(registry.snapshot());
  }

  void begin(RegistrySnapshot registry) {
    node = new TestNode(stores, registry);
    another();
    assertThat(record().status()).isEqualTo(RunStatus.WAITING);
  }

  /** Runs again on the node started last. */
  void another() {
    run = node.submit("t-" + ++threads, "go");
    node.executeAll();
  }

  /** Approves the call and resumes on another node. */
  void goOn(Registries registry) {
    goOn(registry.snapshot());
  }

  void goOn(RegistrySnapshot registry) {
    goOn(stores, registry);
  }

  void goOn(RuntimeStores with, RegistrySnapshot registry) {
    SuspensionRecord question = stores.suspensions().ofRun(run).getLast();
    var decision = new Decision("d-" + question.key(), DecisionAction.RESUME, null, null, 1);
    assertThat(
            stores
                .suspensions()
                .decide(question.key(), question.argumentsHash(), decision, "judge")
                .taken())
        .isEqualTo(Taken.RESUMES);
    node = new TestNode(with, registry);
    node.starter.claimDue();
    node.executeAll();
  }

  RunRecord record() {
    return stores.runs().find(run).orElseThrow();
  }

  void assertDone() {
    assertThat(record().termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(record().finalOutput()).isEqualTo("done");
  }

  void assertUnavailable(String missing) {
    assertThat(record().status()).isEqualTo(RunStatus.DONE);
    String reason = ((TerminationReason.Error) record().termination()).value();
    assertThat(reason).startsWith("pinned_version_unavailable: ").contains(missing);
    assertThat(node.sinks.events())
        .contains(new AgentEvent.Error(reason, "pinned_version_unavailable"));
    assertThat(stores.suspensions().ofRun(run))
        .extracting(SuspensionRecord::status)
        .doesNotContain(SuspensionStatus.OPEN, SuspensionStatus.DECIDED);
  }
}
