package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.Phase;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class MailboxTest {

  private final TestNode node =
      new TestNode(
          new ScriptedModel(Script.builder().says("Hello").build()), UnaryOperator.identity());

  @Test
  void aRunOnAFreeThreadBeginsAtOnce() {
    var id = node.submit("t", "hi");

    assertThat(node.live.count()).isEqualTo(1);
    node.executeAll();
    assertThat(node.record(id).status()).isEqualTo(RunStatus.DONE);
    assertThat(node.live.count()).isZero();
  }

  @Test
  void aSecondRunOnABusyThreadIsRefusedAndNamesTheFirst() {
    var first = node.submit("t", "hi");

    assertThatExceptionOfType(ThreadBusy.class)
        .isThrownBy(() -> node.submit("t", "and?"))
        .withMessageContaining(first.value());
  }

  @Test
  void aQueuedRunBeginsWhenWhatIsDueIsClaimed() {
    var id = node.submitter.enqueue(TestNode.request("t", "hi")).runId();
    assertThat(node.record(id).status()).isEqualTo(RunStatus.CREATED);

    assertThat(node.mailbox.claimDue()).isEqualTo(1);
    node.executeAll();

    assertThat(node.record(id).status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void queuedRunsOfOneThreadRunOneAfterTheOther() {
    node.submitter.enqueue(TestNode.request("t", "one"));
    node.submitter.enqueue(TestNode.request("t", "two"));

    assertThat(node.mailbox.claimDue()).isEqualTo(1);
    assertThat(node.mailbox.claimDue()).isZero();
    node.executeAll();
    assertThat(node.mailbox.claimDue()).isEqualTo(1);
    node.executeAll();

    assertThat(node.stores.threads().history(new ThreadId("t")))
        .extracting(message -> message.text())
        .containsExactly("one", "Hello", "two", "Hello");
  }

  @Test
  void aQueuedRunThatIsCancelledNeverBegins() {
    var id = node.submitter.enqueue(TestNode.request("t", "hi")).runId();

    node.canceller.cancel(id, Caller.ANONYMOUS);

    assertThat(node.mailbox.claimDue()).isZero();
    assertThat(node.record(id).termination()).isEqualTo(new TerminationReason.Cancelled());
  }

  @Test
  void aDrainingNodeTakesNothing() {
    node.mailbox.drain(Duration.ZERO, Duration.ZERO);

    assertThatExceptionOfType(Unavailable.class).isThrownBy(() -> node.submit("t", "hi"));
    assertThat(node.mailbox.claimDue()).isZero();
  }

  @Test
  void aRunWhoseThreadDoesNotComeBackIsGoneOnWithByAnother() throws InterruptedException {
    var stuck = new CountDownLatch(1);
    var entered = new CountDownLatch(1);
    node.whenEntering(
        Phase.STEP_START,
        () -> {
          entered.countDown();
          awaitDeaf(stuck);
        });
    var id = node.submit("t", "hi");
    Thread held = Thread.ofVirtual().start(node::executeAll);
    entered.await();
    node.whenEntering(Phase.STEP_START, () -> {});

    node.mailbox.giveBack(held);
    node.mailbox.claimDue();
    node.executeAll();
    assertThat(node.record(id).status()).isEqualTo(RunStatus.DONE);
    stuck.countDown();
    held.join();

    assertThat(node.stores.threads().history(new ThreadId("t")))
        .extracting(message -> message.text())
        .containsExactly("hi", "Hello");
  }

  private static void awaitDeaf(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        // Takes no notice.
      }
    }
  }
}
