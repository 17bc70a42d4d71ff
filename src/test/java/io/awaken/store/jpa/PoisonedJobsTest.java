package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.emptyCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * F36: an unreadable job uses up its attempt and goes to the dead letter, without affecting other
 * jobs.
 */
@Rows({190, 194})
@Failures("F36")
class PoisonedJobsTest {

  enum Engine {
    H2(Databases::h2),
    POSTGRESQL(Databases::postgres);

    private final Supplier<Databases.Fresh> database;

    Engine(Supplier<Databases.Fresh> database) {
      this.database = database;
    }

    QueuedRows open() {
      return new QueuedRows(database.get());
    }
  }

  private static final JobQuery.Filter ALL =
      new JobQuery.Filter(Caller.ANONYMOUS.tenant(), null, null, JobStatus.DEAD_LETTER);

  private static final String DEAD =
      "SELECT COUNT(*) FROM awaken_job WHERE status = 'dead_letter' AND attempt_count = 1"
          + " AND input IS NOT NULL AND CAST(last_error AS VARCHAR) LIKE '%cannot be decoded%'";

  /** The warnings of these tests' runs; tests beside this one have some, too. */
  private static List<String> ofPoison(CapturedLog log) {
    return log.warnings().stream().filter(warning -> warning.contains("poison")).toList();
  }

  @ParameterizedTest
  @EnumSource
  void aHundredUnreadableJobsDoNotBlockOthers(Engine engine) {
    try (var rows = engine.open();
        var log = new CapturedLog("io.awaken.store.jpa.job.Claims")) {
      for (int i = 0; i < 100; i++) {
        rows.queue("poison");
      }
      rows.database.execute("UPDATE awaken_job SET input = '[{\"id\": '");
      for (int i = 0; i < 5; i++) {
        rows.queue("good");
      }
      var node = rows.node(10);

      assertThat(node.claimDue()).isEqualTo(5);

      assertThat(rows.database.number(DEAD)).isEqualTo(100);
      assertThat(ofPoison(log)).hasSize(100);
      assertThat(rows.mailbox().queue().waiting().jobs()).isFalse();
      assertThat(rows.mailbox().queue().queueDepth()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "awaken_job | input | {} | its messages",
        "awaken_job | input | [null] | its messages",
        "awaken_job | input | [{\"role\":\"user\"}] | its messages",
        "awaken_job | input | [{\"id\":\"m\"}] | its messages",
        "awaken_run | roles | {\"a\":1} | the roles of its caller",
        "awaken_run | roles | [null] | the roles of its caller",
        "awaken_run | frontend_tools | [7] | the tools of its client",
        "awaken_run | spec | [7] | what was asked of it",
      })
  void theRunOfAnUnreadableJobEndsWithAReasonThatQuotesNoContent(
      String table, String column, String value, String what) {
    try (var rows = Engine.H2.open();
        var log = new CapturedLog("io.awaken.store.jpa.job.Claims")) {
      RunId run = rows.queue("poison");
      rows.database.execute("UPDATE " + table + " SET " + column + " = '" + value + "'");

      assertThat(rows.node(10).claimDue()).isZero();

      assertThat(rows.database.number(DEAD)).isEqualTo(1);
      assertThat(ofPoison(log))
          .singleElement()
          .asString()
          .startsWith(
              "Job j-" + run + " of run " + run + " goes to the dead letter: " + what + " cannot")
          .doesNotContain(value);
      var jobs = rows.mailbox().queue().jobs(new JobQuery(ALL, null, 0, 10)).items();
      assertThat(jobs)
          .singleElement()
          .satisfies(job -> assertThat(job.attempts().lastError()).contains("cannot be decoded"));
      var ended = rows.stores.runs().find(run).orElseThrow();
      assertThat(ended.status()).isEqualTo(RunStatus.DONE);
      assertThat(ended.termination())
          .isEqualTo(new TerminationReason.Error("the run cannot be executed"));
      assertThat(rows.stores.threads().history(ended.threadId())).isEmpty();
      assertThat(rows.stores.threads().find(ended.threadId()).orElseThrow().openRunId()).isNull();
      assertThat(rows.stores.events().lastSequence(run, Long.MAX_VALUE)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aJobThatCannotBeReclaimedDoesNotBlockTheSweep(Engine engine) {
    try (var rows = engine.open();
        var log = new CapturedLog("io.awaken.store.jpa.job.JpaLeaseStore")) {
      for (int i = 0; i < 6; i++) {
        rows.submit("poison", new ClaimToken("p" + i), List.of());
      }
      // Their endings cannot be written, since the position of a call's result is taken.
      rows.database.execute("UPDATE awaken_job SET attempt_count = max_attempts, lease_until = 1");
      rows.database.execute(
          "INSERT INTO awaken_call (thread_key, run_key, call_id, step, ordinal, tool_name, status,"
              + " attempt) SELECT thread_key, run_key, 'c', 1, 0, 'pay', 'running', 1"
              + " FROM awaken_run");
      rows.database.execute(
          "INSERT INTO awaken_message (thread_key, seq, run_key, message_id, hidden, body)"
              + " SELECT thread_key, 2, run_key, run_id, FALSE, '{}' FROM awaken_run");
      for (int i = 0; i < 4; i++) {
        rows.submit("good", new ClaimToken("g" + i), List.of());
      }
      rows.database.execute("UPDATE awaken_job SET lease_until = 2 WHERE lease_until > 2");
      int taken = 0;
      RowPosition after = RowPosition.START;
      while (after != null) {
        var page = rows.mailbox().leases().reclaimExpired(3, after);
        taken += page.taken();
        after = page.next();
      }
      assertThat(taken).isEqualTo(4);
      assertThat(ofPoison(log)).hasSize(6);
      assertThat(rows.mailbox().claims().due(10)).hasSize(4);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunWithUnreadableEventsEndsWithTheTotalsOfTheOthers(Engine engine) {
    try (var rows = engine.open();
        var log = new CapturedLog("io.awaken.store.jpa.statement.Endings")) {
      RunId run = rows.submit("poison", new ClaimToken("p"), List.of());
      rows.database.execute("UPDATE awaken_job SET attempt_count = max_attempts, lease_until = 1");
      rows.database.execute(
          "INSERT INTO awaken_segment (thread_key, run_key, last_seq, first_seq, epoch, body)"
              + " SELECT thread_key, run_key, 1, 1, 1, '{' FROM awaken_run");

      assertThat(rows.mailbox().leases().reclaimExpired(10)).isEqualTo(1);

      var ended = rows.stores.runs().find(run).orElseThrow();
      assertThat(ended.status()).isEqualTo(RunStatus.DONE);
      assertThat(ended.steps()).isZero();
      assertThat(rows.stores.events().lastSequence(run, Long.MAX_VALUE)).isEqualTo(2);
      assertThat(log.warnings()).singleElement().asString().contains("cannot be decoded");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUnreadableMessageToARunGoesToTheDeadLetterUnchanged(Engine engine) {
    try (var rows = engine.open();
        var log = new CapturedLog("io.awaken.store.jpa.rows.InboxRow")) {
      RunId run = rows.submit("spoken", new ClaimToken("s"), List.of());
      rows.database.execute(
          "INSERT INTO awaken_inbox (thread_key, run_key, entry_id, kind, sender, place, body,"
              + " created_at) SELECT thread_key, run_key, 'unread', 'steer', 'ann', 0, '{\"x\":',"
              + " 1 FROM awaken_run");
      var claim = List.of(new ClaimToken("s"));
      assertThat(rows.mailbox().leases().renew(claim).inboxPending()).containsExactly(run);
      for (int look = 0; look < 3; look++) {
        assertThat(rows.stores.runs().inbox(run)).isEmpty();
        assertThat(rows.mailbox().leases().renew(claim).inboxPending()).isEmpty();
      }
      assertThat(log.warnings()).hasSize(1);
      rows.database.execute("UPDATE awaken_job SET attempt_count = max_attempts, lease_until = 1");

      assertThat(rows.mailbox().leases().reclaimExpired(10)).isEqualTo(1);
      assertThat(rows.stores.runs().find(run).orElseThrow().status()).isEqualTo(RunStatus.DONE);
      assertThat(rows.node(10).claimDue()).isZero();

      assertThat(
              rows.database.number(
                  "SELECT COUNT(*) FROM awaken_job WHERE job_id = 'unread'"
                      + " AND status = 'dead_letter' AND input = '{\"x\":'"
                      + " AND CAST(last_error AS VARCHAR) LIKE '%cannot be decoded%'"))
          .isEqualTo(1);
      assertThat(rows.mailbox().queue().waiting().jobs()).isFalse();
      assertThat(log.warnings()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUnreadableMessageGoesToTheDeadLetterWhenTheRunEndsNaturally(Engine engine) {
    try (var rows = engine.open();
        var log = new CapturedLog("io.awaken.store.jpa.rows.InboxRow")) {
      RunId run = rows.submit("answered", null, List.of());
      var claim =
          rows.mailbox()
              .claims()
              .claim(rows.mailbox().claims().due(1).getFirst(), new ClaimToken("a"))
              .orElseThrow();
      rows.database.execute(
          "INSERT INTO awaken_inbox (thread_key, run_key, entry_id, kind, sender, place, body,"
              + " created_at) SELECT thread_key, run_key, 'unread', 'steer', 'ann', 0, '{\"x\":',"
              + " 1 FROM awaken_run");
      assertThat(rows.stores.runs().inbox(run)).isEmpty();

      rows.stores
          .runCommit()
          .finish(
              claim.fence(),
              emptyCommit("end"),
              new RunOutcome(new TerminationReason.NaturalEnd(), "done", 1, 1, 1));

      assertThat(rows.stores.runs().find(run).orElseThrow().status()).isEqualTo(RunStatus.DONE);
      assertThat(rows.node(10).claimDue()).isZero();
      assertThat(
              rows.database.number(
                  "SELECT COUNT(*) FROM awaken_job WHERE job_id = 'unread'"
                      + " AND status = 'dead_letter' AND input = '{\"x\":'"))
          .isEqualTo(1);
      assertThat(log.warnings()).isNotEmpty();
    }
  }
}
