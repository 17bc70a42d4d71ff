package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.BreakableDataSource;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Messages are superseded once and together with the input, or not at all, whatever happens to a
 * commit.
 */
@ParameterizedClass
@EnumSource
@Rows(902)
@Failures({"F01", "F02", "F20"})
class BrokenCutTest {
  private static final ThreadId THREAD = new ThreadId("thread");
  private static final Candidate SECOND =
      new Candidate(new JobId("second"), THREAD, new RunId("second"));

  private final Databases.Fresh database;
  private final BreakableDataSource connections;
  private EntityManagerFactory factory;
  private JpaStores stores;

  BrokenCutTest(DatabaseProduct product) {
    database = Databases.of(product);
    connections = new BreakableDataSource(database.dataSource());
  }

  @BeforeEach
  void answerOnce() {
    factory = EntityManagers.local(connections.dataSource(), JpaStores.ENTITIES);
    stores =
        new JpaStores(
            new LocalTransactions(factory),
            new Database(connections.dataSource(), database.database().product()),
            Stores.SETTINGS);
    var claim =
        claimed(stores.mailbox().submits().submit(submission("first", new ClaimToken("first"))));
    var answer = aCommit("c").messages(Message.user("a", "a")).build();
    var done = new RunOutcome(new TerminationReason.NaturalEnd(), "a", 1, 1, 1);
    stores.runCommit().finish(claim.fence(), answer, done);
  }

  @AfterEach
  void close() {
    stores.close();
    factory.close();
    database.close();
  }

  private static Submission submission(String id, ClaimToken claim) {
    var input = List.of(Message.user("in-" + id, "hello"));
    return new Submission(
        new RunId(id), THREAD, new JobId(id), "helper", Caller.ANONYMOUS, null, input, claim);
  }

  private static Submission edit(ClaimToken claim) {
    return submission("second", claim).asking(spec -> spec.superseding("in-first"));
  }

  private static Claim claimed(SubmitResult result) {
    return ((SubmitResult.Claimed) result).claim();
  }

  private void assertSupersededOnce(Claim claim) {
    assertThat(claim.supersedes()).isEqualTo("in-first");
    assertThat(stores.threads().history(THREAD))
        .extracting(Message::id)
        .containsExactly("in-second");
    assertThat(database.number("SELECT COUNT(*) FROM awaken_message")).isEqualTo(3);
    assertThat(claim.fence().messageCount()).isEqualTo(3);
  }

  @Test
  void aSubmissionWhoseAnswerWasLostSupersedesOnce() {
    connections.loseNextAnswer();
    assertSupersededOnce(
        claimed(stores.mailbox().submits().submit(edit(new ClaimToken("second")))));
  }

  @Test
  void aLostSubmissionIsRepeated() {
    connections.loseNextCommit();
    assertSupersededOnce(
        claimed(stores.mailbox().submits().submit(edit(new ClaimToken("second")))));
  }

  @Test
  void aClaimWhoseAnswerWasLostSupersedesOnce() {
    stores.mailbox().submits().submit(edit(null));
    assertThat(stores.threads().history(THREAD)).hasSize(2);
    connections.loseNextAnswer();
    assertSupersededOnce(claim());
  }

  @Test
  void aLostClaimIsRepeated() {
    stores.mailbox().submits().submit(edit(null));
    connections.loseNextCommit();
    assertSupersededOnce(claim());
  }

  @Test
  @Failures("F36")
  void aJobWithAnUnreadableMessageGoesToTheDeadLetter() {
    stores.mailbox().submits().submit(edit(null));
    database.execute("UPDATE awaken_message SET body = '{' WHERE seq = 1");

    try (var log = new CapturedLog("io.awaken.store.jpa.job.Claims")) {
      assertThat(stores.mailbox().claims().claim(SECOND, new ClaimToken("claim"))).isEmpty();
      assertThat(log.warnings()).singleElement().asString().contains("cannot be decoded");
    }
    assertThat(stores.runs().find(SECOND.runId()).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    assertThat(stores.mailbox().claims().due(1)).isEmpty();
  }

  private Claim claim() {
    return stores.mailbox().claims().claim(SECOND, new ClaimToken("claim")).orElseThrow();
  }
}
