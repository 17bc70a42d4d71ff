package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.LeaseStore.NackResult;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Failed runs continue after a growing delay until they become dead letters. */
@Rows({190, 193})
class BrokenRunsTest {

  private final CapturedLog log = new CapturedLog(FailedRuns.class.getName());
  private final QueueNode node = new QueueNode();
  private final List<Integer> attempts = new ArrayList<>();

  @AfterEach
  void close() {
    log.close();
  }

  private static void breakOff(QueueNode node, List<Integer> attempts) {
    node.runs =
        (claim, signals) -> {
          attempts.add(claim.attempt());
          throw new IllegalStateException("broken with api_key=abcdefgh");
        };
  }

  private RunStatus status(QueueNode on, RunId run) {
    return on.stores.runs().find(run).orElseThrow().status();
  }

  @Test
  void aFailedRunContinuesWhenItsDelayIsOver() throws InterruptedException {
    breakOff(node, attempts);
    node.queue();
    node.starter.claimDue();
    node.threads.runAll();
    assertThat(node.mailbox.wakeUp().await(Duration.ZERO)).isTrue();
    assertThat(node.starter.claimDue()).isZero();
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith("run r1 failed; its next attempt is in PT0.25S");

    node.pass(Duration.ofMillis(250));

    assertThat(node.mailbox.wakeUp().await(Duration.ZERO)).isTrue();
    assertThat(node.starter.claimDue()).isEqualTo(1);
    node.threads.runAll();
    assertThat(attempts).containsExactly(1, 2);
  }

  @Test
  void aRunWithoutAttemptsLeftBecomesADeadLetterAndIsLogged() {
    breakOff(node, attempts);
    var run = node.queue();
    for (int i = 0; i < 10; i++) {
      node.starter.claimDue();
      node.threads.runAll();
      node.pass(Duration.ofSeconds(1));
    }

    assertThat(attempts).containsExactly(1, 2, 3);
    assertThat(status(node, run)).isEqualTo(RunStatus.DONE);
    assertThat(log.warnings().getLast())
        .startsWith("run r1 failed; its attempts are used up, job j1 is a dead letter");
  }

  @Test
  @Failures({"F47", "F53"})
  void aRunThatExhaustsTheHeapBecomesADeadLetter() {
    node.runs =
        (claim, signals) -> {
          attempts.add(claim.attempt());
          throw new OutOfMemoryError("Java heap space");
        };
    assertGivenUp();
  }

  /** The store cannot report what it has lost; the attempt counts nevertheless. */
  @Test
  @Failures("F53")
  void aRunThatExhaustsMemoryInTheStoreBecomesADeadLetter() {
    node.runs =
        (claim, signals) -> {
          attempts.add(claim.attempt());
          var cause = new IllegalStateException(new OutOfMemoryError("Java heap space"));
          throw new StoreUnavailable("the database did not confirm a commit", cause);
        };
    assertGivenUp();
  }

  private void assertGivenUp() {
    var run = node.queue();
    for (int i = 0; i < 10; i++) {
      node.starter.claimDue();
      node.threads.runAll();
      node.pass(Duration.ofSeconds(1));
    }

    assertThat(attempts).containsExactly(1, 2, 3);
    assertThat(status(node, run)).isEqualTo(RunStatus.DONE);
    assertThat(log.warnings().getLast()).contains("job j1 is a dead letter");
    assertThat(node.mailbox.room()).isEqualTo(100_000);
  }

  /** The run starts where it was accepted; that process and each later one dies at once. */
  @Test
  @Failures("F11")
  void aRunThatKillsEachNodeBecomesADeadLetter() {
    var submission = node.submit(new ClaimToken("first"));
    int lives = 1;
    for (int i = 0; i < 10; i++) {
      node.pass(QueueNode.LEASE.plusSeconds(1));
      node.store.reclaimExpired(9);
      for (var candidate : node.store.due(9)) {
        lives += node.store.claim(candidate, new ClaimToken("c" + i)).isPresent() ? 1 : 0;
      }
    }

    assertThat(lives).isEqualTo(QueueNode.ATTEMPTS);
    assertThat(status(node, submission.runId())).isEqualTo(RunStatus.DONE);
  }

  @Test
  void aLostRunIsLeftToItsNewOwner() {
    node.queue();
    node.starter.claimDue();
    node.pass(QueueNode.LEASE.plusSeconds(1));
    node.store.reclaimExpired(1);
    breakOff(node, attempts);

    node.threads.runAll();

    assertThat(log.warnings()).isEmpty();
    assertThat(node.starter.claimDue()).isEqualTo(1);
  }

  @Test
  void anUnresponsiveStoreLeavesTheRunToItsLease() {
    var away = new QueueNode(Deaf::new, StartRate.unlimited());
    breakOff(away, attempts);
    var run = away.queue();
    away.starter.claimDue();

    away.threads.runAll();

    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith("run r1 failed and could not be released; it continues when its lease");
    assertThat(status(away, run)).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  @Failures("F16")
  void anOutageOfTheStoreCostsARunNoAttempt() throws InterruptedException {
    node.runs =
        (claim, signals) -> {
          attempts.add(claim.attempt());
          var away = new StoreUnavailable("no connection", null);
          throw new IllegalStateException("the commit failed", away);
        };
    var run = node.queue();
    for (int outage = 1; outage <= 2 * QueueNode.ATTEMPTS; outage++) {
      assertThat(node.starter.claimDue()).isEqualTo(1);
      node.threads.runAll();
      assertThat(node.starter.claimDue()).isZero();
      node.pass(Duration.ofSeconds(5));
      assertThat(node.mailbox.wakeUp().await(Duration.ZERO)).isTrue();
    }

    assertThat(status(node, run)).isEqualTo(RunStatus.RUNNING);
    assertThat(log.warnings())
        .hasSize(2 * QueueNode.ATTEMPTS)
        .allMatch(line -> line.contains("the store is unavailable"));
  }

  @Test
  void aRunWithoutAThreadReturnsToTheQueueAndLosesNoAttempt() throws InterruptedException {
    node.begins = BrokenRunsTest::noThread;
    node.runs = (claim, signals) -> attempts.add(claim.attempt());
    var run = node.queue();
    int room = node.mailbox.room();
    for (int time = 1; time <= 2 * QueueNode.ATTEMPTS; time++) {
      assertThat(node.mailbox.room()).isEqualTo(room);
      assertThat(node.starter.claimDue()).isEqualTo(1);
      assertThat(node.starter.claimDue()).isZero();
      node.mailbox.wakeUp().await(Duration.ZERO);
      node.pass(Duration.ofSeconds(5));
      assertThat(node.mailbox.wakeUp().await(Duration.ZERO)).isTrue();
    }
    assertThat(log.warnings())
        .hasSize(2 * QueueNode.ATTEMPTS)
        .allMatch(
            line -> line.startsWith("run r1 got no thread; it is in the queue, and this node"));

    node.begins = node.threads;
    node.starter.claimDue();
    node.threads.runAll();
    assertThat(attempts).hasSize(1);
    assertThat(status(node, run)).isEqualTo(RunStatus.RUNNING);
  }

  private static void noThread(Runnable task) {
    throw new OutOfMemoryError("unable to create native thread");
  }

  @Test
  void aNodeWithoutThreadsLeavesTheQueueToOthersAndReportsNoProgress() {
    node.begins = BrokenRunsTest::noThread;
    for (int i = 0; i < 3; i++) {
      node.queue();
    }

    node.starter.claimDue();
    node.starter.claimDue();

    assertThat(log.warnings()).hasSize(1);
    assertThat(node.starter.progress()).isZero();
    assertThat(node.mailbox.room()).isZero();
    assertThat(node.store.due(10)).hasSize(3);
  }

  @Test
  @Failures("F12")
  void aNodeWhoseExecutorIsShutDownReleasesItsClaimAndClaimsNothingMore() {
    node.begins =
        task -> {
          throw new RejectedExecutionException("shut down");
        };
    node.queue();
    node.queue();

    node.starter.claimDue();
    node.starter.claimDue();

    assertThat(node.store.due(10)).hasSize(2);
    assertThat(node.stores.threads().find(new ThreadId("t1")).orElseThrow().epoch()).isOne();
    assertThat(node.mailbox.draining()).isTrue();
  }

  @Test
  void aCancelledRunIsEndedAtOnceAfterAnOutage() throws InterruptedException {
    var run = node.queue();
    node.runs =
        (claim, signals) -> {
          node.stores.runs().cancel(run, Caller.ANONYMOUS);
          throw new StoreUnavailable("no connection", null);
        };
    node.starter.claimDue();
    node.threads.runAll();

    assertThat(log.warnings()).singleElement().asString().endsWith("it continues in PT0S");
    assertThat(node.mailbox.wakeUp().await(Duration.ZERO)).isTrue();
    node.starter.claimDue();
    assertThat(status(node, run)).isEqualTo(RunStatus.DONE);
  }

  @Test
  void aRunThatBreaksTheStoreEachTimeBecomesADeadLetter() {
    node.runs =
        (claim, signals) -> {
          attempts.add(claim.attempt());
          throw new StoreUnavailable("no connection", null);
        };
    var run = node.queue();
    while (attempts.size() < 100 && status(node, run) != RunStatus.DONE) {
      node.starter.claimDue();
      node.threads.runAll();
      node.pass(Duration.ofSeconds(30));
    }

    assertThat(attempts).hasSize(19 + QueueNode.ATTEMPTS);
    assertThat(log.warnings().getLast()).contains("its attempts are used up");
  }

  /** A store that fails when a failed run is released. */
  private static final class Deaf extends ForwardingMailbox {
    Deaf(MailboxStore behind) {
      super(behind);
    }

    @Override
    public NackResult nack(Fence fence, String error, boolean permanent) {
      throw new IllegalStateException("database away");
    }
  }
}
