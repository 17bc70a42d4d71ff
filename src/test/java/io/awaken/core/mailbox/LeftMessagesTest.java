package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.TestNode;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that a run has not read become runs of the thread, which start without a poll. */
class LeftMessagesTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private final AskingNode asking = new AskingNode(AskingNode.APPROVAL);
  private final TestNode node = asking.node;

  @BeforeEach
  void noHintIsPending() throws InterruptedException {
    assertThat(hinted()).isFalse();
  }

  /** Whether a hint to poll for jobs was given since the last call. */
  private boolean hinted() throws InterruptedException {
    return node.mailbox.wakeUp().await(Duration.ZERO);
  }

  private static RunRequest steering() {
    return TestNode.request(THREAD.value(), "in euros").as(SubmitMode.STEER);
  }

  private void assertLeftOneBegins() throws InterruptedException {
    assertThat(hinted()).isTrue();
    assertThat(node.starter.claimDue()).isOne();
  }

  @Test
  void aRunThatEndsWithUnreadMessagesWakesItsNode() throws InterruptedException {
    RunId run = node.submit(THREAD.value(), "pay");
    node.service.submit(steering());
    node.canceller.cancel(run, Caller.ANONYMOUS);
    assertThat(hinted()).isFalse();

    node.executeAll();

    assertLeftOneBegins();
  }

  @Test
  void aMessageStoredWhileItsRunEndsWakesTheNode() throws InterruptedException {
    RunId run = node.submit(THREAD.value(), "pay");
    node.stores.mailbox().submits().submit(steering().submission(null, () -> "steering", null));
    node.canceller.cancel(run, Caller.ANONYMOUS);
    node.executeAll();
    assertThat(hinted()).isFalse();

    node.mailbox.stored(THREAD, run);

    assertLeftOneBegins();
  }

  @Test
  void aRunWithoutMessagesWakesNoNode() throws InterruptedException {
    asking.ask(THREAD.value());

    assertThat(hinted()).isFalse();
  }

  @Test
  void interruptingAWaitingRunWakesTheNode() throws InterruptedException {
    RunId waiting = asking.ask(THREAD.value());
    node.service.submit(steering());
    hinted();

    node.interrupter.interrupt(THREAD, Caller.ANONYMOUS);

    assertThat(node.record(waiting).status()).isEqualTo(RunStatus.DONE);
    assertLeftOneBegins();
  }

  @Test
  void theEndOfAnInterruptingRunWakesItsNode() throws InterruptedException {
    asking.ask(THREAD.value());
    node.service.submit(steering());
    RunId next = node.submit(THREAD.value(), "no, wait");
    node.canceller.cancel(next, Caller.ANONYMOUS);
    hinted();

    node.executeAll();

    assertThat(node.record(next).status()).isEqualTo(RunStatus.DONE);
    assertLeftOneBegins();
  }
}
