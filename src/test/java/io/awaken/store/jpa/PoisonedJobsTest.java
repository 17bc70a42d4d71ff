package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.RowPosition;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
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
 * F36: a job that nobody can read is counted and given up, and however many there are, their
 * neighbours do not notice.
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

  private static final String DEAD =
      "SELECT COUNT(*) FROM awaken_job WHERE status = 'dead_letter' AND attempt_count = 1"
          + " AND input IS NOT NULL AND CAST(last_error AS VARCHAR) LIKE '%cannot be decoded%'";

  @ParameterizedTest
  @EnumSource
  void aHundredJobsThatNobodyCanReadKeepNoOtherFromBeginning(Engine engine) {
    try (var rows = engine.open();
        var log = new CapturedLog("io.awaken.store.jpa.UnreadableJobs")) {
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
      assertThat(log.warnings()).hasSize(100);
      assertThat(rows.mailbox().waiting().jobs()).isFalse();
      assertThat(rows.mailbox().queueDepth()).isZero();
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
      })
  void itsRunEndsAndTheReasonSaysWhatCannotBeReadAndNotWhatItSays(
      String table, String column, String value, String what) {
    try (var rows = Engine.H2.open();
        var log = new CapturedLog("io.awaken.store.jpa.UnreadableJobs")) {
      RunId run = rows.queue("poison");
      rows.database.execute("UPDATE " + table + " SET " + column + " = '" + value + "'");

      assertThat(rows.node(10).claimDue()).isZero();

      assertThat(rows.database.number(DEAD)).isEqualTo(1);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith(
              "Job j-" + run + " of run " + run + " goes to the dead letter: " + what + " cannot")
          .doesNotContain(value);
      rows.database.execute("UPDATE awaken_run SET roles = NULL, frontend_tools = NULL");
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
  void aRunThatCannotBeTakenOverIsPassedByAndAllOthersAreTaken(Engine engine) {
    try (var rows = engine.open();
        var log = new CapturedLog("io.awaken.store.jpa.Sweep")) {
      for (int i = 0; i < 6; i++) {
        rows.submit("poison", new ClaimToken("p" + i), List.of());
      }
      // Their ends cannot be written: what they said cannot be counted.
      rows.database.execute("UPDATE awaken_job SET attempt_count = max_attempts, lease_until = 1");
      rows.database.execute(
          "INSERT INTO awaken_segment (thread_id, run_id, last_seq, first_seq, epoch, body)"
              + " SELECT thread_id, run_id, 1, 1, 1, '{' FROM awaken_run");
      for (int i = 0; i < 4; i++) {
        rows.submit("good", new ClaimToken("g" + i), List.of());
      }
      rows.database.execute("UPDATE awaken_job SET lease_until = 2 WHERE lease_until > 2");
      int taken = 0;
      RowPosition after = RowPosition.START;
      while (after != null) {
        var page = rows.mailbox().reclaimExpired(3, after);
        taken += page.taken();
        after = page.next();
      }
      assertThat(taken).isEqualTo(4);
      assertThat(log.warnings()).hasSize(6);
      assertThat(rows.mailbox().due(10)).hasSize(4);
    }
  }
}
