package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.BreakableDataSource;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
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

/** A connection that breaks at the worst moment causes neither duplicate nor lost writes. */
@ParameterizedClass
@EnumSource
class BrokenConnectionTest {
  private static final ThreadId THREAD = new ThreadId("thread");
  private static final RunId RUN = new RunId("run");
  private static final JobId JOB = new JobId("job");
  private static final ClaimToken TOKEN = new ClaimToken("token");
  private static final RunOutcome ANSWERED =
      new RunOutcome(new TerminationReason.NaturalEnd(), "done", 1, 1, 1);

  private final Databases.Fresh database;
  private final BreakableDataSource connections;
  private EntityManagerFactory factory;
  private JpaStores stores;

  BrokenConnectionTest(DatabaseProduct product) {
    database = Databases.of(product);
    connections = new BreakableDataSource(database.dataSource());
  }

  @BeforeEach
  void open() {
    factory = EntityManagers.local(connections.dataSource(), JpaStores.ENTITIES);
    stores =
        new JpaStores(
            new LocalTransactions(factory),
            new Database(connections.dataSource(), database.database().product()),
            Stores.SETTINGS);
  }

  @AfterEach
  void close() {
    stores.close();
    factory.close();
    database.close();
  }

  @Test
  @Failures({"F02", "F20"})
  void aSubmissionWhoseAnswerWasLostIsAcceptedOnce() {
    connections.loseNextAnswer();
    assertThat(submit(TOKEN)).isInstanceOf(SubmitResult.Claimed.class);
    assertThat(database.number("SELECT COUNT(*) FROM awaken_run")).isEqualTo(1);
    assertThat(stores.threads().history(THREAD)).hasSize(1);
  }

  @Test
  @Failures({"F02", "F20"})
  void aSubmissionWhoseAnswerWasLostIsAcceptedOnceEvenIfAnotherFollowedIt() {
    connections.loseNextAnswer(() -> stores.mailbox().submits().submit(another()));
    var result = submit(TOKEN);

    assertThat(result).isInstanceOf(SubmitResult.Claimed.class);
    assertThat(database.number("SELECT COUNT(*) FROM awaken_run")).isEqualTo(2);
    assertThat(stores.runs().find(RUN).orElseThrow().status()).isEqualTo(RunStatus.RUNNING);
    stores
        .runCommit()
        .finish(((SubmitResult.Claimed) result).claim().fence(), step("end"), ANSWERED);
    assertThat(stores.mailbox().claims().due(9)).hasSize(1);
  }

  @Test
  void anInterruptingSubmissionWhoseAnswerWasLostStillReturnsTheRunToStop() {
    claimed();
    connections.loseNextAnswer();
    assertThat(stores.mailbox().submits().submit(another().as(SubmitMode.INTERRUPT)))
        .isEqualTo(new SubmitResult.Queued(new JobId("other"), RUN));
  }

  private static Submission another() {
    var input = List.of(Message.user("other", "hello"));
    return new Submission(
            new RunId("other"),
            THREAD,
            new JobId("other"),
            "helper",
            Caller.ANONYMOUS,
            null,
            input,
            null)
        .as(SubmitMode.QUEUE);
  }

  @Test
  @Failures("F01")
  void aLostSubmissionIsRepeated() {
    connections.loseNextCommit();
    assertThat(submit(null)).isInstanceOf(SubmitResult.Queued.class);
    assertThat(database.number("SELECT COUNT(*) FROM awaken_job")).isEqualTo(1);
  }

  @Test
  @Failures("F20")
  void aClaimWhoseAnswerWasLostBelongsToTheClaimant() {
    submit(null);
    connections.loseNextAnswer();
    var claim =
        stores.mailbox().claims().claim(new Candidate(JOB, THREAD, RUN), TOKEN).orElseThrow();
    assertThat(claim.attempt()).isEqualTo(1);
    assertThat(claim.fence().epoch()).isEqualTo(1);
    stores.runCommit().finish(claim.fence(), step("end"), ANSWERED);
  }

  @Test
  @Failures("F20")
  void aCommitWhoseAnswerWasLostIsWrittenOnce() {
    var fence = claimed().fence();
    connections.loseNextAnswer();
    var next = stores.runCommit().commit(fence, step("one"));
    assertThat(next.messageCount()).isEqualTo(2);
    assertThat(stores.threads().history(THREAD)).hasSize(2);
  }

  @Test
  @Failures("F20")
  void aLostCommitIsRepeated() {
    var fence = claimed().fence();
    connections.loseNextCommit();
    stores.runCommit().commit(fence, step("one"));
    assertThat(stores.threads().history(THREAD)).hasSize(2);
  }

  @Test
  @Failures("F20")
  void anEndWhoseAnswerWasLostIsWrittenOnce() {
    var fence = claimed().fence();
    connections.loseNextAnswer();
    stores.runCommit().finish(fence, step("end"), ANSWERED);
    assertThat(stores.runs().find(RUN).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    assertThat(stores.threads().history(THREAD)).hasSize(2);
  }

  @Test
  @Failures("F20")
  void aCancellationWhoseAnswerWasLostIsStoredOnce() {
    claimed();
    connections.loseNextAnswer();
    assertThat(stores.runs().cancel(RUN, Caller.ANONYMOUS)).isEqualTo(CancelResult.REQUESTED);
    assertThat(database.number("SELECT COUNT(*) FROM awaken_inbox")).isEqualTo(1);
  }

  @Test
  void aRenewalReopensItsBrokenConnection() {
    claimed();
    assertThat(stores.mailbox().leases().renew(List.of(TOKEN)).owned()).containsExactly(TOKEN);
    connections.loseNextStatement();
    assertThat(stores.mailbox().leases().renew(List.of(TOKEN)).owned()).containsExactly(TOKEN);
  }

  @Test
  void aRenewalThatFailsOnAFreshConnectionThrows() {
    claimed();
    connections.loseNextStatement();
    assertThatThrownBy(() -> stores.mailbox().leases().renew(List.of(TOKEN)))
        .hasMessageContaining("leases could not be renewed");
    assertThat(stores.mailbox().leases().renew(List.of(TOKEN)).owned()).containsExactly(TOKEN);
  }

  @Test
  @Failures("F22")
  void aRenewalDoesNotWaitForTheThreadRow() {
    claimed();
    new LocalTransactions(factory)
        .run(
            em -> {
              em.createNativeQuery("UPDATE awaken_thread SET title = 'held'").executeUpdate();
              assertThat(stores.mailbox().leases().renew(List.of(TOKEN)).owned())
                  .containsExactly(TOKEN);
            });
  }

  @Test
  void anInterruptedThreadStillCommitsAndStaysInterrupted() {
    var fence = claimed().fence();
    Thread.currentThread().interrupt();
    stores.runCommit().commit(fence, step("one"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(stores.threads().history(THREAD)).hasSize(2);
  }

  @Test
  void anInterruptDuringATransactionDoesNotHarmTheDatabase() {
    claimed();
    new LocalTransactions(factory)
        .run(
            em -> {
              em.createNativeQuery("UPDATE awaken_thread SET title = 'cut'").executeUpdate();
              Thread.currentThread().interrupt();
            });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(stores.threads().find(THREAD).orElseThrow().title()).isEqualTo("cut");
  }

  private SubmitResult submit(ClaimToken claim) {
    var input = List.of(Message.user("in", "hello"));
    return stores
        .mailbox()
        .submits()
        .submit(new Submission(RUN, THREAD, JOB, "helper", Caller.ANONYMOUS, null, input, claim));
  }

  private Claim claimed() {
    return ((SubmitResult.Claimed) submit(TOKEN)).claim();
  }

  private static StepCommit step(String id) {
    return aCommit(id).messages(Message.user(id, "text")).build();
  }
}
