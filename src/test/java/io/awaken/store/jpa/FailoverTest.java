package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static io.awaken.fixture.CommitBuilder.emptyCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.Segment;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A standby without the last commits takes over: an owner ahead of the database can no longer
 * write, and the next owner continues the run from the stored state.
 */
@Failures("F18")
class FailoverTest {
  private static final ThreadId THREAD = new ThreadId("thread");
  private static final RunId RUN = new RunId("run");

  private final Databases.Fresh database = Databases.postgres();
  private final InDatabase stores = new InDatabase(database);
  private Fence first;

  @BeforeEach
  void aRunThatHasWrittenOnce() {
    var result = (SubmitResult.Claimed) stores.mailbox().submit(submission());
    first = stores.runCommit().commit(result.claim().fence(), answer("one"));
  }

  @AfterEach
  void close() {
    stores.close();
  }

  @Test
  void anOwnerWhoseCommitIsLostCanNoLongerWrite() {
    standby();
    Fence second = stores.runCommit().commit(first, answer("two"));
    failOver();

    assertThatThrownBy(() -> stores.runCommit().commit(second, answer("three")))
        .isInstanceOf(StaleFence.class);
    assertThatThrownBy(() -> stores.runCommit().finish(second, answer("three"), ended()))
        .isInstanceOf(StaleFence.class);

    assertThat(said()).containsExactly("hello", "one");
  }

  @Test
  void anOwnerWhoseCommitWithoutEventsIsLostCanNoLongerWrite() {
    standby();
    Fence second = stores.runCommit().commit(first, silent("two"));
    failOver();

    try (var log = new CapturedLog("io.awaken.store.jpa.run.JpaRunCommit")) {
      assertThatThrownBy(() -> stores.runCommit().commit(second, silent("three")))
          .isInstanceOf(StaleFence.class);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("lacks commits of the owner of run run");
    }
    assertThatThrownBy(() -> stores.runCommit().park(second, silent("three")))
        .isInstanceOf(StaleFence.class);
    assertThatThrownBy(() -> stores.runCommit().finish(second, silent("three"), ended()))
        .isInstanceOf(StaleFence.class);

    assertThat(said()).containsExactly("hello", "one");
  }

  @Test
  void anOwnerWhoseClaimIsLostCannotWrite() {
    assertThat(stores.mailbox().release(first)).isTrue();
    standby();
    var claim =
        stores.mailbox().claim(stores.mailbox().due(1).getFirst(), new ClaimToken("second"));
    failOver();

    try (var log = new CapturedLog("io.awaken.store.jpa.run.JpaRunCommit")) {
      assertThatThrownBy(
              () -> stores.runCommit().commit(claim.orElseThrow().fence(), answer("two")))
          .isInstanceOf(StaleFence.class);
      assertThat(log.warnings()).singleElement().asString().contains("lacks commits");
    }
    assertThat(stores.mailbox().renew(List.of(new ClaimToken("second"))).owned()).isEmpty();
    assertThat(said()).containsExactly("hello", "one");
  }

  @Test
  void aRunWhoseEndIsLostContinuesUnderTheNextOwner() {
    standby();
    stores.runCommit().finish(first, answer("two"), ended());
    failOver();

    assertThat(stores.runs().find(RUN).orElseThrow().status()).isEqualTo(RunStatus.RUNNING);
    stores.expireLeases();
    assertThat(stores.mailbox().reclaimExpired(10)).isEqualTo(1);
    var next = stores.mailbox().claim(stores.mailbox().due(1).getFirst(), new ClaimToken("next"));

    assertThat(next.orElseThrow().fence().epoch()).isEqualTo(first.epoch() + 1);
    stores.runCommit().finish(next.orElseThrow().fence(), answer("other"), ended());
    assertThat(said()).containsExactly("hello", "one", "other");
  }

  /** Like any late owner: the database is correct. */
  @Test
  void anOwnerThatLostItsThreadLogsNothing() {
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    stores.mailbox().claim(stores.mailbox().due(1).getFirst(), new ClaimToken("next"));
    try (var log = new CapturedLog("io.awaken.store.jpa.run.JpaRunCommit")) {
      assertThatThrownBy(() -> stores.runCommit().commit(first, answer("two")))
          .isInstanceOf(StaleFence.class);
      assertThat(log.warnings()).isEmpty();
    }
  }

  /** Copies the current rows, like an up-to-date standby. */
  private void standby() {
    InDatabase.TABLES.forEach(
        table -> database.execute("CREATE TABLE standby_" + table + " AS TABLE awaken_" + table));
  }

  private void failOver() {
    InDatabase.TABLES.forEach(
        table -> {
          database.execute("DELETE FROM awaken_" + table);
          database.execute("INSERT INTO awaken_" + table + " SELECT * FROM standby_" + table);
        });
  }

  private List<String> said() {
    return stores.threads().history(THREAD).stream().map(Message::text).toList();
  }

  private static Submission submission() {
    return new Submission(
        RUN,
        THREAD,
        new JobId("job"),
        "helper",
        Caller.ANONYMOUS,
        null,
        List.of(Message.user("input", "hello")),
        new ClaimToken("first"));
  }

  private static StepCommit answer(String text) {
    Segment none = null;
    return aCommit("commit-" + text)
        .messages(Message.user("m-" + text, text))
        .segment(none)
        .build();
  }

  private static StepCommit silent(String text) {
    return emptyCommit("commit-" + text);
  }

  private static RunOutcome ended() {
    return new RunOutcome(new TerminationReason.NaturalEnd(), "done", 1, 0, 0);
  }
}
