package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.job.Backoff;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Runs that exceed their time limit end with an error that names the limit. */
class OverdueRunsTest {

  private static final Duration MOST = Duration.ofMinutes(15);
  private static final String WHY = "run_time_exceeded: the run used up its time";

  private final SettableClock clock = new SettableClock();
  private final RuntimeStores stores =
      RuntimeStores.of(
          new MemoryStores(
              clock,
              new MailboxStore.Settings(
                  Duration.ofHours(1),
                  5,
                  "n1",
                  Backoff.DEFAULT,
                  IdempotencyKey.KEPT,
                  new MailboxStore.Bounds(10, 10, MOST))));

  private void renewAfter(TestNode node, Duration time) {
    clock.advance(time);
    new RenewLeases(node.live, node.stores.mailbox().leases()).run();
  }

  private static void assertOverdue(RunRecord run) {
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.termination()).isEqualTo(new TerminationReason.Error(WHY));
  }

  @Test
  void aRunThatExceedsItsTimeDuringAModelCallEndsWithAnErrorThatNamesTheLimit() {
    var model = new ScriptedModel(Script.builder().says("one two three").build());
    var node = new TestNode(stores, model, agent -> agent);
    RunId id = node.submit("t", "go");
    node.sinks.whenPublished(
        event -> {
          if (event instanceof AgentEvent.TextDelta) {
            renewAfter(node, MOST);
          }
        });

    node.executeAll();

    assertOverdue(node.record(id));
    assertThat(node.sinks.outline()).endsWith("Error", "StepEnd", "RunFinish");
    assertThat(stores.threads().history(new ThreadId("t")))
        .extracting(Message::text)
        .containsExactly("go", "one ");
  }

  @Test
  void aToolThatExceedsItsRunsTimeIsInterruptedAndItsCallHasAResult() {
    var self = new TestNode[1];
    var slow =
        new FunctionTool(
            "slow",
            (arguments, context) -> {
              renewAfter(self[0], MOST);
              new CountDownLatch(1).await();
              return null;
            });
    var script = Script.builder().calls("slow", Map.of("value", "1")).says("done").build();
    self[0] = new TestNode(stores, new ScriptedModel(script), agent -> agent, slow);

    RunRecord run = self[0].run("t", "go");

    assertOverdue(run);
    assertThat(stores.runs().calls(run.runId()))
        .extracting(call -> call.status())
        .containsExactly(ToolCallStatus.CANCELLED);
  }

  @Test
  void aRunWithinItsTimeContinues() {
    var model = new ScriptedModel(Script.builder().says("one two three").build());
    var node = new TestNode(stores, model, agent -> agent);
    RunId id = node.submit("t", "go");
    renewAfter(node, MOST.minusMillis(1));

    node.executeAll();

    assertThat(node.record(id).termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }
}
