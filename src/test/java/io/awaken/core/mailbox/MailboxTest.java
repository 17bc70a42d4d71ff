package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.Phase;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.Unavailable;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class MailboxTest {

  private final CountDownLatch stuck = new CountDownLatch(1);
  private TestNode node = new TestNode(model(), UnaryOperator.identity());

  private static ScriptedModel model() {
    return new ScriptedModel(Script.builder().says("Hello").build());
  }

  @Test
  void aRunOnAFreeThreadStartsAtOnce() {
    var id = node.submit("t", "hi");

    assertThat(node.live.count()).isEqualTo(1);
    node.executeAll();
    assertThat(node.record(id).status()).isEqualTo(RunStatus.DONE);
    assertThat(node.live.count()).isZero();
  }

  @Test
  void aSecondRunOnABusyThreadIsRefusedAndNamesTheFirst() {
    var first = node.submit("t", "hi");

    assertThatExceptionOfType(RequestRefused.class)
        .isThrownBy(() -> node.service.submit(TestNode.request("t", "and?").as(SubmitMode.REJECT)))
        .satisfies(busy -> assertThat(busy.why().run()).isEqualTo(first));
  }

  @Test
  void claimingDueJobsStartsAQueuedRun() {
    var id = node.enqueue(TestNode.request("t", "hi")).runId();
    assertThat(node.record(id).status()).isEqualTo(RunStatus.CREATED);

    assertThat(node.starter.claimDue()).isEqualTo(1);
    node.executeAll();

    assertThat(node.record(id).status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void queuedRunsOfOneThreadRunOneAfterTheOther() {
    node.enqueue(TestNode.request("t", "one"));
    node.enqueue(TestNode.request("t", "two"));

    assertThat(node.starter.claimDue()).isEqualTo(1);
    assertThat(node.starter.claimDue()).isZero();
    node.executeAll();
    assertThat(node.starter.claimDue()).isEqualTo(1);
    node.executeAll();

    assertThat(node.stores.threads().history(new ThreadId("t")))
        .extracting(message -> message.text())
        .containsExactly("one", "Hello", "two", "Hello");
  }

  @Test
  void aCancelledQueuedRunNeverStarts() {
    var id = node.enqueue(TestNode.request("t", "hi")).runId();

    node.canceller.cancel(id, Caller.ANONYMOUS);

    assertThat(node.starter.claimDue()).isZero();
    assertThat(node.record(id).termination()).isEqualTo(new TerminationReason.Cancelled());
  }

  @Test
  void aDrainingNodeClaimsNothing() {
    node.mailbox.drain(Duration.ZERO, Duration.ZERO);

    assertThatExceptionOfType(Unavailable.class).isThrownBy(() -> node.submit("t", "hi"));
    assertThat(node.starter.claimDue()).isZero();
  }

  @Test
  void anotherNodeContinuesARunWhoseThreadHangs() throws InterruptedException {
    var id = node.submit("t", "hi");
    Thread held = holdAtAStep();

    node.mailbox.releaseRunOf(held);
    assertThat(node.lost).containsExactly(id);
    node.starter.claimDue();
    node.executeAll();
    assertThat(node.record(id).status()).isEqualTo(RunStatus.DONE);
    stuck.countDown();
    held.join();

    assertThat(node.stores.threads().history(new ThreadId("t")))
        .extracting(message -> message.text())
        .containsExactly("hi", "Hello");
  }

  @Test
  void aRunThatCannotBeReleasedContinuesWhenItsLeaseExpires() throws InterruptedException {
    var clock = new SettableClock();
    RuntimeStores stores = RuntimeStores.inMemory(clock);
    node = new TestNode(takingNothingBack(stores), model(), UnaryOperator.identity());
    var id = node.submit("t", "hi");
    Thread held = holdAtAStep();

    try (var log = new CapturedLog(Mailbox.class)) {
      node.mailbox.releaseRunOf(held);

      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains(id.value(), "its lease expires", "the database is away");
    }
    assertThat(node.live.count()).isZero();
    assertThat(node.starter.claimDue()).isZero();

    clock.advance(RuntimeStores.LEASE.plusMillis(1));
    stores.mailbox().leases().reclaimExpired(1);
    node.starter.claimDue();
    node.executeAll();
    assertThat(node.record(id).status()).isEqualTo(RunStatus.DONE);
    stuck.countDown();
    held.join();
  }

  /** A store that fails to release runs. */
  private static RuntimeStores takingNothingBack(RuntimeStores stores) {
    return new RuntimeStores(
        stores.threads(),
        stores.runs(),
        stores.suspensions(),
        stores.log(),
        stores.commits(),
        new ForwardingMailbox(stores.mailbox()) {
          @Override
          public Optional<Duration> release(Fence fence, Duration wait) {
            throw new IllegalStateException("the database is away");
          }
        }.ports(),
        stores.profile());
  }

  /** Executes claimed runs on a thread that stays within a step. */
  private Thread holdAtAStep() throws InterruptedException {
    var entered = new CountDownLatch(1);
    node.whenEntering(
        Phase.STEP_START,
        () -> {
          entered.countDown();
          awaitDeaf(stuck);
        });
    Thread held = Thread.ofVirtual().start(node::executeAll);
    entered.await();
    node.whenEntering(Phase.STEP_START, () -> {});
    return held;
  }

  private static void awaitDeaf(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        // Ignores the interrupt.
      }
    }
  }
}
