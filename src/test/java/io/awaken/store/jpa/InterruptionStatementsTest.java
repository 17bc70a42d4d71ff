package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Bounds;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.StatementCounter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cost of interrupting a thread with a long queue. */
@MostlyWaiting
class InterruptionStatementsTest {

  private static final int JOBS = 600;
  private static final Caller ANN = Caller.ANONYMOUS;
  private static final ThreadId THREAD = new ThreadId("t");

  private static final String OF_FIRST =
      "SELECT COUNT(*) FROM awaken_job WHERE generation = 0 AND job_id IN ('job-0', 'job-1')";

  private static MailboxStore.Settings settings() {
    var usual = Stores.SETTINGS;
    return new MailboxStore.Settings(
        usual.lease(),
        usual.maxAttempts(),
        usual.nodeId(),
        usual.backoff(),
        IdempotencyKey.KEPT,
        new Bounds(JOBS, 10, Bounds.UNLIMITED));
  }

  @Test
  void interruptingALongQueueTakesFewStatementsAndEndsEveryRun() throws Exception {
    CountedStores.onBoth(
        settings(),
        counted -> {
          JpaStores jpa = counted.stores();
          assertCleared(jpa, counted.counter());
        });
  }

  @Test
  void jobsThatAreNotDueSurviveAnInterruptionAndJoinTheNewGeneration() throws Exception {
    CountedStores.onBoth(
        settings(),
        counted -> {
          JpaStores jpa = counted.stores();
          queue(jpa, 0);
          queue(jpa, 1);
          counted.database().execute("UPDATE awaken_job SET available_at = 9000000000000");
          jpa.mailbox().submits().submit(submission(2).as(SubmitMode.QUEUE));

          jpa.mailbox().submits().submit(submission(3).as(SubmitMode.INTERRUPT));

          assertThat(counted.database().number(OF_FIRST)).isEqualTo(2);
          counted
              .database()
              .execute("UPDATE awaken_job SET available_at = 1 WHERE job_id = 'job-0'");
          counted
              .database()
              .execute("UPDATE awaken_job SET available_at = 9000000000000 WHERE job_id = 'job-3'");
          var due = jpa.mailbox().claims().due(1).getFirst();
          assertThat(jpa.mailbox().claims().claim(due, new ClaimToken("c"))).isPresent();
          assertThat(counted.database().number(OF_FIRST)).isOne();
          assertThat(jpa.mailbox().leases().forceEndOverdue(Duration.ZERO, 9)).isZero();
        });
  }

  private static void assertCleared(JpaStores jpa, StatementCounter counter) {
    for (int i = 0; i < JOBS; i++) {
      queue(jpa, i);
    }
    counter.reset();

    var done = jpa.mailbox().submits().interrupt(THREAD, ANN).orElseThrow();

    assertThat(done.superseded()).isEqualTo(JOBS);
    assertThat(counter.executions()).hasSizeLessThan(40);
    assertThat(counter.writeTransactions()).isOne();
    assertThat(jpa.mailbox().queue().queueDepth()).isZero();
    for (int i : new int[] {0, 249, 250, JOBS - 1}) {
      var run = new RunId("run-" + i);
      assertThat(jpa.runs().find(run).orElseThrow().status()).isEqualTo(RunStatus.DONE);
      assertThat(jpa.events().read(run, 0, 9).getLast().eventsAfter(0))
          .extracting(event -> event.event().getClass().getSimpleName())
          .containsExactly(
              AgentEvent.RunStart.class.getSimpleName(),
              AgentEvent.RunFinish.class.getSimpleName());
    }
  }

  private static void queue(JpaStores jpa, int number) {
    jpa.mailbox().submits().submit(submission(number));
  }

  private static Submission submission(int number) {
    return new Submission(
        new RunId("run-" + number),
        THREAD,
        new JobId("job-" + number),
        "a",
        ANN,
        null,
        List.of(Message.user("m-" + number, "hello")),
        null);
  }
}
