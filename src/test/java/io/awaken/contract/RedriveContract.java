package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.QueueStore.Collectable;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is in the dead letter can be tried again, as a new run with the same input. */
@Rows(190)
public abstract class RedriveContract extends SuspendingContract {

  private Claim dead(Claim claim) {
    stores.mailbox().nack(claim.fence(), "Broken: for good", true);
    return claim;
  }

  private static Redrive wish(Claim dead, Caller by) {
    return wish(dead.fence().threadId(), dead.fence().jobId(), by);
  }

  private static Redrive wish(ThreadId thread, JobId job, Caller by) {
    String id = fresh("again");
    return new Redrive(thread, job, new RunId("run-" + id), new JobId("job-" + id), by, false);
  }

  private static SubmitResult queuedAs(Redrive wish) {
    return new SubmitResult.Queued(wish.jobId());
  }

  private List<String> history(Claim claim) {
    return stores.threads().history(claim.fence().threadId()).stream().map(Message::text).toList();
  }

  @Test
  void aNewRunGetsTheInputOfTheOneThatWasGivenUp() {
    queued(newThread());
    var dead = dead(claimDue());
    var wish = wish(dead, new Caller("acme", "bob", Set.of("user", "manager")));

    assertThat(stores.mailbox().redrive(wish)).isEqualTo(queuedAs(wish));

    var next = claimDue();
    assertThat(next.runId()).isEqualTo(wish.runId());
    assertThat(next.attempt()).isEqualTo(1);
    assertThat(next.begun()).isFalse();
    assertThat(next.agentId()).isEqualTo("helper");
    assertThat(next.caller()).isEqualTo(ANN);
    assertThat(history(dead)).containsExactly("hello", "hello");
    assertThat(stores.threads().history(dead.fence().threadId()))
        .extracting(Message::id)
        .doesNotHaveDuplicates();
    finish(next);
  }

  /** Says why not, which the model reads. */
  private void refused(Fence fence, String callId, String by) {
    var no = new Decision("d-" + callId, DecisionAction.CANCEL, null, "pay bob instead", 1_000);
    stores.suspensions().decide(key(fence, callId), HASH, no, by);
  }

  private RunId again(Claim dead) {
    var wish = wish(dead, ANN);
    assertThat(stores.mailbox().redrive(wish)).isEqualTo(queuedAs(wish));
    return wish.runId();
  }

  @Test
  @Attacks("S53")
  void allWhoSpokeToTheRunThatWasGivenUpCountAsSpeakersOfTheNewOnes() {
    var fence = waiting(newThread(), "c-1");
    var manager = new Caller("acme", "max", Set.of("manager", "user"));
    var said = submission(fence.threadId(), null, manager).as(SubmitMode.STEER);
    stores.mailbox().submit(said);
    refused(fence, "c-1", "cleo");
    var claim = claimDue();
    stores.runCommit().commit(claim.fence(), takesIn(said.runId().value()));
    var dead = dead(claim);
    stores.age(Duration.ofHours(25));
    stores.mailbox().collect(Collectable.INBOX, Duration.ofHours(24), RowPosition.START, 100);

    RunId next = again(dead);
    assertThat(stores.runs().senders(next)).containsExactlyInAnyOrder("ann", "max", "cleo");
    assertThat(stores.runs().inbox(next)).isEmpty();

    RunId third = again(dead(claimDue()));
    assertThat(stores.runs().senders(third)).containsExactlyInAnyOrder("ann", "max", "cleo");
    finish(claimDue());
    assertThat(stores.mailbox().queueDepth()).isZero();
  }

  @Test
  void whoOnlyApprovedACallOfTheRunThatWasGivenUpIsNoSpeakerOfTheNewOne() {
    var fence = waiting(newThread(), "c-1");
    var yes = new Decision("d-1", DecisionAction.RESUME, null, null, 1_000);
    stores.suspensions().decide(key(fence, "c-1"), HASH, yes, "cleo");

    assertThat(stores.runs().senders(again(dead(claimDue())))).containsExactly("ann");
  }

  @Test
  void theRunThatWasGivenUpStaysAsItEnded() {
    var dead = dead(claimed(newThread()));
    var ended = stores.runs().find(dead.runId()).orElseThrow();

    stores.mailbox().redrive(wish(dead, ANN));

    assertThat(stores.runs().find(dead.runId())).contains(ended);
    assertThat(stores.jobs().get(dead.fence().jobId())).isEqualTo(JobStatus.SUPERSEDED);
    assertThat(stores.lastError(dead.fence().jobId())).isEqualTo("Broken: for good");
  }

  @Test
  void aRunThatBeganAtOnceHasKeptItsInputToo() {
    var dead = dead(claimed(newThread()));

    stores.mailbox().redrive(wish(dead, ANN));

    finish(claimDue());
    assertThat(history(dead)).containsExactly("hello", "hello");
  }

  @Test
  void aRunGivenUpByTheSweepIsTriedAgainAsWell() {
    Claim claim = claimed(newThread());
    for (int attempt = 1; attempt <= Stores.SETTINGS.maxAttempts(); attempt++) {
      stores.expireLeases();
      stores.mailbox().reclaimExpired(10);
      claim = attempt < Stores.SETTINGS.maxAttempts() ? claimDue() : claim;
    }
    assertThat(stores.lastError(claim.fence().jobId())).isEqualTo("its lease ran out on node-1");
    var wish = wish(claim, ANN);

    assertThat(stores.mailbox().redrive(wish)).isEqualTo(queuedAs(wish));
    finish(claimDue());
  }

  @Test
  void aRunGivenUpAfterItWaitedIsTriedAgainFromItsBeginning() {
    var fence = waiting(newThread(), "c-1");
    var dead = dead(resumed(fence, "c-1"));
    var wish = wish(dead, ANN);

    assertThat(stores.mailbox().redrive(wish)).isEqualTo(queuedAs(wish));

    assertThat(claimDue().begun()).isFalse();
    assertThat(history(dead)).containsExactly("hello", "hello");
  }

  @Test
  void theNewRunWaitsForWhoeverHasTheThread() {
    var dead = dead(claimed(newThread()));
    var busy = claimed(dead.fence().threadId());

    stores.mailbox().redrive(wish(dead, ANN));

    assertThat(dueJobs()).isEmpty();
    finish(busy);
    assertThat(dueJobs()).hasSize(1);
  }

  @Test
  void theSameWishIsGrantedOnceAndAnotherComesTooLate() {
    var dead = dead(claimed(newThread()));
    var wish = wish(dead, ANN);
    stores.mailbox().redrive(wish);

    assertThat(stores.mailbox().redrive(wish)).isEqualTo(queuedAs(wish));
    assertThat(stores.mailbox().redrive(wish(dead, ANN))).isEqualTo(SubmitResult.Refused.notDead());
    assertThat(stores.mailbox().queueDepth()).isEqualTo(1);
  }

  @Test
  void theSameWishIsKnownAgainWhenTheRunHasWaitedSinceAndHasAnotherJob() {
    var dead = dead(claimed(newThread()));
    var wish = wish(dead, ANN);
    stores.mailbox().redrive(wish);
    Fence fence = claimDue().fence();
    park(fence, question(fence, "c-1"));
    resumed(fence, "c-1");

    assertThat(stores.mailbox().redrive(wish)).isEqualTo(queuedAs(wish));
    assertThat(stores.mailbox().queueDepth()).isZero();
  }

  @Test
  void whereAsManyWaitAsMayItStaysInTheDeadLetter() {
    var dead = dead(claimed(newThread()));
    int most = Stores.SETTINGS.bounds().queued();
    for (int i = 0; i < most; i++) {
      queued(dead.fence().threadId());
    }
    var wish = wish(dead, ANN);

    assertThat(stores.mailbox().redrive(wish)).isEqualTo(SubmitResult.Refused.queueFull(most));
    assertThat(stores.jobs().get(dead.fence().jobId())).isEqualTo(JobStatus.DEAD_LETTER);
    assertThat(stores.runs().find(wish.runId())).isEmpty();

    finish(claimDue());
    assertThat(stores.mailbox().redrive(wish)).isEqualTo(queuedAs(wish));
  }

  @Test
  void ofManyWhoWishItOneIsGranted() throws Exception {
    var dead = dead(claimed(newThread()));

    var results = race(8, () -> stores.mailbox().redrive(wish(dead, ANN)));

    assertThat(results).filteredOn(SubmitResult.Queued.class::isInstance).hasSize(1);
    assertThat(stores.mailbox().queueDepth()).isEqualTo(1);
  }

  @Test
  void whatIsNotInTheDeadLetterIsNotTriedAgain() {
    var live = claimed(newThread());
    assertThat(stores.mailbox().redrive(wish(live, ANN))).isEqualTo(SubmitResult.Refused.notDead());
    finish(live);
    assertThat(stores.mailbox().redrive(wish(live, ANN))).isEqualTo(SubmitResult.Refused.notDead());
  }

  @Test
  void nobodyFindsWhatIsNotTheirsOrNotThere() {
    var dead = dead(claimed(newThread()));
    var notFound = SubmitResult.Refused.jobNotFound(dead.fence().jobId());
    var elsewhere = newThread();
    claimed(elsewhere);

    assertThat(stores.mailbox().redrive(wish(dead, STRANGER))).isEqualTo(notFound);
    assertThat(stores.mailbox().redrive(wish(dead, ANONYMOUS))).isEqualTo(notFound);
    assertThat(stores.mailbox().redrive(wish(elsewhere, dead.fence().jobId(), ANN)))
        .isEqualTo(notFound);
    assertThat(stores.mailbox().redrive(wish(newThread(), new JobId("none"), ANN)))
        .isEqualTo(SubmitResult.Refused.jobNotFound(new JobId("none")));
    assertThat(stores.runs().find(dead.runId()).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    assertThat(stores.jobs().get(dead.fence().jobId())).isEqualTo(JobStatus.DEAD_LETTER);
  }

  @Test
  void nobodyGetsAtRolesOfSomebodyElseByTryingAgain() {
    var dead = dead(claimed(newThread()));

    assertThat(stores.mailbox().redrive(wish(dead, COLLEAGUE)))
        .isEqualTo(SubmitResult.Refused.forbidden());
    assertThat(stores.jobs().get(dead.fence().jobId())).isEqualTo(JobStatus.DEAD_LETTER);

    var wish = wish(dead, COLLEAGUE);
    var asOperator =
        new Redrive(wish.threadId(), wish.dead(), wish.runId(), wish.jobId(), COLLEAGUE, true);
    assertThat(stores.mailbox().redrive(asOperator)).isEqualTo(queuedAs(wish));
    assertThat(claimDue().caller()).isEqualTo(ANN);
  }

  @Test
  void whoHasNoNameTriesNothingAgainThatSomebodyAskedFor() {
    var thread = newThread();
    stores.mailbox().submit(submission(thread, null, ANONYMOUS));
    finish(claimDue());
    var dead = dead(claimed(thread));

    assertThat(stores.mailbox().redrive(wish(dead, ANONYMOUS)))
        .isEqualTo(SubmitResult.Refused.jobNotFound(dead.fence().jobId()));
    assertThat(stores.jobs().get(dead.fence().jobId())).isEqualTo(JobStatus.DEAD_LETTER);
  }

  @Test
  void aRunThatBeganWithNothingHasNothingToRepeat() {
    var thread = newThread();
    var empty =
        new Submission(
            new RunId("run-" + fresh("id")),
            thread,
            new JobId("job-" + fresh("id")),
            "helper",
            ANN,
            null,
            List.of(),
            newToken());
    stores.mailbox().submit(empty);
    stores.expireLeases();
    stores.mailbox().reclaimExpired(1);
    var dead = dead(claimDue());

    assertThat(stores.mailbox().redrive(wish(dead, ANN))).isEqualTo(SubmitResult.Refused.noInput());
    assertThat(stores.jobs().get(dead.fence().jobId())).isEqualTo(JobStatus.DEAD_LETTER);
  }
}
