package io.awaken.store.jpa.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.job.QueueWatch;
import io.awaken.core.store.submission.Submission;
import io.awaken.fixture.BreakableDataSource;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.StatementCounter;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.jpa.JpaStores;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What health and metrics read from the queue, in one query each. */
class QueueWatchTest {

  @ParameterizedTest
  @EnumSource
  void anEmptyQueueHasNothingDue(DatabaseProduct product) {
    within(
        product,
        bed -> {
          assertThat(bed.queue().nextDue()).isEmpty();
          assertThat(bed.queue().figures())
              .isEqualTo(new QueueWatch.Figures(0, 0, Duration.ZERO, none(product)));
        });
  }

  @ParameterizedTest
  @EnumSource
  void theNextClaimableJobIsReportedWithItsAge(DatabaseProduct product) {
    within(
        product,
        bed -> {
          bed.submit("late", "t1");
          bed.submit("early", "t2");
          bed.age("late", 5_000);
          bed.age("early", 60_000);

          var due = bed.queue().nextDue().orElseThrow();
          assertThat(due.jobId())
              .isEqualTo(bed.stores.mailbox().claims().due(1).getFirst().jobId());
          assertThat(due.jobId()).isEqualTo(new JobId("early"));
          assertThat(due.attempt()).isZero();
          assertThat(due.waited()).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(90));
          assertThat(bed.queue().figures().queued()).isEqualTo(2);
          assertThat(bed.queue().figures().oldest())
              .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(90));
        });
  }

  /** Otherwise a node that keeps claiming and releasing it would seem to make progress. */
  @ParameterizedTest
  @EnumSource
  void aJobReleasedWithoutAnAttemptIsDueAsBefore(DatabaseProduct product) {
    within(
        product,
        bed -> {
          bed.submit("job", "t");
          var candidate = bed.stores.mailbox().claims().due(1).getFirst();
          var claim =
              bed.stores.mailbox().claims().claim(candidate, new ClaimToken("token")).orElseThrow();
          bed.stores.mailbox().leases().release(claim.fence());

          assertThat(bed.queue().nextDue().orElseThrow().attempt()).isZero();
        });
  }

  @ParameterizedTest
  @EnumSource
  void aJobBehindAnotherOfItsThreadIsQueuedButNotDue(DatabaseProduct product) {
    within(
        product,
        bed -> {
          bed.submit("first", "t");
          bed.stores
              .mailbox()
              .claims()
              .claim(
                  new Candidate(new JobId("first"), new ThreadId("t"), new RunId("run-first")),
                  new ClaimToken("token"));
          bed.submit("second", "t");
          bed.age("second", 3_600_000);

          assertThat(bed.queue().nextDue()).isEmpty();
          assertThat(bed.queue().figures())
              .isEqualTo(new QueueWatch.Figures(1, 0, Duration.ZERO, none(product)));
        });
  }

  @ParameterizedTest
  @EnumSource
  void aDelayedJobIsNotDueAndADeadOneIsCounted(DatabaseProduct product) {
    within(
        product,
        bed -> {
          bed.submit("later", "t1");
          bed.submit("dead", "t2");
          bed.age("later", -3_600_000);
          bed.database.execute(
              "UPDATE awaken_job SET status = 'dead_letter' WHERE job_id = 'dead'");

          assertThat(bed.queue().nextDue()).isEmpty();
          assertThat(bed.queue().figures())
              .isEqualTo(new QueueWatch.Figures(1, 1, Duration.ZERO, none(product)));
        });
  }

  /** F50: operators can find and stop a session that keeps dead rows. */
  @Test
  @Failures("F50")
  void anOpenTransactionIsReportedWithItsAge() {
    within(
        DatabaseProduct.POSTGRESQL,
        bed -> {
          try (Connection old = bed.database.dataSource().getConnection();
              Statement statement = old.createStatement()) {
            old.setAutoCommit(false);
            old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            statement.executeQuery("SELECT count(*) FROM awaken_job").close();
            statement.executeQuery("SELECT pg_sleep(0.05)").close();

            assertThat(bed.queue().figures().oldestSnapshot())
                .isBetween(Duration.ofMillis(50), Duration.ofMinutes(1));
            old.rollback();
            assertThat(bed.queue().figures().oldestSnapshot()).isZero();
          } catch (SQLException e) {
            throw new AssertionError(e);
          }
        });
  }

  /** Without such a session; H2 reports none. */
  private static Duration none(DatabaseProduct product) {
    return product == DatabaseProduct.H2 ? null : Duration.ZERO;
  }

  @ParameterizedTest
  @EnumSource
  void eachReadIsOneQueryAndReportsAnOutage(DatabaseProduct product) {
    try (var database = open(product)) {
      var counter = new StatementCounter(database.dataSource());
      var breaking = new BreakableDataSource(counter.dataSource());
      var queue = new JpaQueueWatch(new Database(breaking.dataSource(), product), () -> true);
      queue.nextDue();
      queue.figures();
      assertThat(counter.executions()).hasSize(2);

      breaking.loseNextStatement();
      assertThatThrownBy(queue::nextDue).isInstanceOf(StoreUnavailable.class);
      assertThat(queue.nextDue()).isEmpty();
    }
  }

  private static void within(DatabaseProduct product, Consumer<Bed> test) {
    try (var database = open(product);
        var stores =
            new JpaStores(
                database.transactions(JpaStores.ENTITIES), database.database(), Stores.SETTINGS)) {
      test.accept(new Bed(database, stores));
    }
  }

  private static Databases.Fresh open(DatabaseProduct product) {
    return product == DatabaseProduct.H2 ? Databases.h2() : Databases.postgres();
  }

  private record Bed(Databases.Fresh database, JpaStores stores) {
    QueueWatch queue() {
      return stores.queue();
    }

    void submit(String job, String thread) {
      stores
          .mailbox()
          .submits()
          .submit(
              new Submission(
                  new RunId("run-" + job),
                  new ThreadId(thread),
                  new JobId(job),
                  "helper",
                  Caller.ANONYMOUS,
                  null,
                  List.of(Message.user("in-" + job, "hello")),
                  null));
    }

    /** Backdates a queued job. */
    void age(String job, long millis) {
      database.execute(
          "UPDATE awaken_job SET available_at = available_at - (%1$d), created_at = created_at - (%1$d) WHERE job_id = '%2$s'"
              .formatted(millis, job));
    }
  }
}
