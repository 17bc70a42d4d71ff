package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Claim;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.Lineage;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.Waited;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Priority, delay, and keys that keep others out (features rows 189, 190). */
@Rows({188, 189, 190})
public abstract class DeliveryContract extends SuspendingContract {

  private static final Delivery LATER = Delivery.USUAL.after(Duration.ofSeconds(10));
  private static final Delivery ONCE = Delivery.USUAL.once("daily report");

  private SubmitResult submit(Submission submission) {
    return stores.mailbox().submit(submission);
  }

  private static Submission once(ThreadId thread) {
    return submission(thread, null).asking(spec -> spec.withDelivery(ONCE));
  }

  private static SubmitResult keptOutBy(Submission earlier) {
    return SubmitResult.Refused.duplicate(earlier.jobId(), earlier.runId());
  }

  @Test
  void whatIsUrgentIsDueFirst() {
    var usual = queued(newThread());
    var urgent =
        submission(newThread(), null).asking(spec -> spec.withDelivery(Delivery.USUAL.at(0)));
    submit(urgent);
    var idle =
        submission(newThread(), null).asking(spec -> spec.withDelivery(Delivery.USUAL.at(255)));
    submit(idle);

    assertThat(dueJobs()).containsExactly(urgent.jobId(), usual.jobId(), idle.jobId());
  }

  @Test
  void whatIsDelayedWaitsForItsTimeAlsoOnAFreeThread() {
    var later =
        submission(newThread(), newToken())
            .asking(spec -> spec.withDelivery(Delivery.USUAL.after(Duration.ofSeconds(10))));

    assertThat(submit(later)).isEqualTo(new SubmitResult.Queued(later.jobId()));

    assertThat(dueJobs()).isEmpty();
    assertThat(stores.mailbox().claim(candidate(later), newToken())).isEmpty();
    stores.passBackoff();
    assertThat(dueJobs()).containsExactly(later.jobId());
    finish(claimDue());
  }

  @Test
  void aClaimTellsHowLongItsJobWaitedAndHowLongItWasDue() {
    submit(submission(newThread(), null).asking(spec -> spec.withDelivery(LATER)));
    stores.away(Duration.ofSeconds(30));
    Waited due = claimDue().waited();
    queued(newThread());
    stores.age(Duration.ofSeconds(40));
    Waited made = claimDue().waited();

    assertThat(due.sinceDue()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(25));
    assertThat(made.sinceMade()).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(45));
    assertThat(List.of(due, made)).extracting(Waited::sinceClaim).containsOnly(Duration.ZERO);
  }

  @Test
  void whatIsClaimedAsItIsAcceptedHasNotWaited() {
    assertThat(claimed(newThread()).waited()).isEqualTo(Waited.NOT);
  }

  @Test
  void whatIsDelayedKeepsNobodyOfItsThreadWaiting() {
    var thread = newThread();
    submit(
        submission(thread, null)
            .asking(spec -> spec.withDelivery(Delivery.USUAL.after(Duration.ofSeconds(10)))));
    var next = queued(thread);

    assertThat(dueJobs()).containsExactly(next.jobId());
  }

  @ParameterizedTest
  @EnumSource(SubmitMode.class)
  void whateverItsModeWhatIsDelayedWaitsAndInterruptsNobody(SubmitMode mode) {
    var executing = claimed(newThread());
    var thread = executing.fence().threadId();
    var next = queued(thread);
    var later = submission(thread, newToken()).as(mode).asking(spec -> spec.withDelivery(LATER));

    assertThat(submit(later)).isEqualTo(new SubmitResult.Queued(later.jobId()));

    assertThat(stores.mailbox().renew(List.of(executing.fence().token())).cancelRequested())
        .isEmpty();
    finish(executing);
    assertThat(dueJobs()).containsExactly(next.jobId());
  }

  @ParameterizedTest
  @EnumSource(
      value = SubmitMode.class,
      names = {"INTERRUPT", "QUEUE", "REJECT", "STEER"})
  void whatIsNotDueYetIsInNobodysWay(SubmitMode mode) {
    var thread = newThread();
    var later = submission(thread, null).asking(spec -> spec.withDelivery(LATER));
    submit(later);
    var now = submission(thread, newToken()).as(mode);

    var result = submit(now);

    assertThat(result).isInstanceOf(SubmitResult.Claimed.class);
    finish(((SubmitResult.Claimed) result).claim());
    stores.passBackoff();
    assertThat(dueJobs()).containsExactly(later.jobId());
  }

  @Test
  void aMessageThatInterruptsLeavesWhatIsNotDueYetWhereItIs() {
    var executing = claimed(newThread());
    var thread = executing.fence().threadId();
    var later = submission(thread, null).asking(spec -> spec.withDelivery(LATER));
    submit(later);
    var inLine = queued(thread);
    var next = submission(thread, newToken()).as(SubmitMode.INTERRUPT);

    assertThat(submit(next)).isEqualTo(new SubmitResult.Queued(next.jobId(), executing.runId()));

    assertThat(stores.runs().find(inLine.runId()).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    stores.runCommit().finish(executing.fence(), step(null), CANCELLED);
    finish(claimDue());
    stores.passBackoff();
    var claim = claimDue();
    assertThat(claim.runId()).isEqualTo(later.runId());
    // It is no run of before the interruption: a wish to cancel it waits for its owner.
    stores.runs().cancel(claim.runId(), ANN);
    assertThat(stores.mailbox().forceEndOverdue(Duration.ZERO, 9)).isZero();
    assertThat(stores.runCommit().commit(claim.fence(), step(null))).isNotNull();
  }

  @Test
  void clearingAThreadEndsAlsoWhatIsNotDueYet() {
    var thread = newThread();
    var later = submission(thread, null).asking(spec -> spec.withDelivery(LATER));
    submit(later);

    assertThat(stores.mailbox().interrupt(thread, ANN).orElseThrow().superseded()).isOne();
    assertThat(stores.runs().find(later.runId()).orElseThrow().status()).isEqualTo(RunStatus.DONE);
  }

  @ParameterizedTest
  @EnumSource(SubmitMode.class)
  void ofTwoWithTheSameKeyTheSecondIsRefusedWhateverItsMode(SubmitMode mode) {
    var thread = newThread();
    var first = once(thread);
    submit(first);
    var second = once(thread).as(mode);

    assertThat(submit(second)).isEqualTo(keptOutBy(first));
    assertThat(stores.runs().find(second.runId())).isEmpty();
    assertThat(stores.runs().find(first.runId()).orElseThrow().status())
        .isEqualTo(RunStatus.CREATED);
  }

  @Test
  void aKeyHoldsWhileItsJobExecutesAndIsFreeWhenThatEnds() {
    var thread = newThread();
    var first = once(thread);
    submit(first);
    var claim = claimDue();
    assertThat(submit(once(thread))).isEqualTo(keptOutBy(first));

    finish(claim);

    assertThat(submit(once(thread))).isInstanceOf(SubmitResult.Queued.class);
  }

  @Test
  void aKeyIsFreeWhenItsJobIsGivenUpCancelledOrSuperseded() {
    var thread = newThread();
    submit(once(thread));
    stores.mailbox().nack(claimDue().fence(), "Broken: for good", true);
    var second = once(thread);
    assertThat(submit(second)).isInstanceOf(SubmitResult.Queued.class);

    stores.runs().cancel(second.runId(), ANN);
    assertThat(submit(once(thread))).isInstanceOf(SubmitResult.Queued.class);

    stores.mailbox().interrupt(thread, ANN);
    assertThat(submit(once(thread))).isInstanceOf(SubmitResult.Queued.class);
  }

  @Test
  void theKeysOfOtherThreadsAreNotInItsWay() {
    submit(once(newThread()));
    assertThat(submit(once(newThread()))).isInstanceOf(SubmitResult.Queued.class);
  }

  @Test
  void noKeyIsTakenForOneOfOurOwn() {
    var fence = waiting(newThread(), "c-1");
    var named = Delivery.USUAL.once("resume:" + fence.runId());
    var said = submission(fence.threadId(), null).asking(spec -> spec.withDelivery(named));
    assertThat(submit(said)).isInstanceOf(SubmitResult.Queued.class);
    var resumed = resumed(fence, "c-1");
    assertThat(resumed.runId()).isEqualTo(fence.runId());
    stores.runCommit().finish(resumed.fence(), consumes(key(fence, "c-1")), ANSWERED);

    var next = claimDue();
    assertThat(next.runId()).isEqualTo(said.runId());
    assertThat(next.begun()).isFalse();
    assertThat(next.attempt()).isEqualTo(1);
  }

  @Test
  void ofManyWithTheSameKeyAtOnceOneIsAccepted() throws Exception {
    var thread = newThread();
    List<SubmitResult> results = race(8, () -> submit(once(thread)));

    assertThat(results).filteredOn(SubmitResult.Queued.class::isInstance).hasSize(1);
    assertThat(results).filteredOn(SubmitResult.Refused.class::isInstance).hasSize(7);
    assertThat(stores.mailbox().queueDepth()).isEqualTo(1);
  }

  @Test
  void anAnswerThatWasLostIsGivenAgain() {
    var thread = newThread();
    var first = once(thread);
    submit(first);
    queued(thread);

    assertThat(submit(first)).isEqualTo(new SubmitResult.Queued(first.jobId()));
  }

  @Test
  @Rows({59, 116})
  void aClaimNamesParentsOriginAndSender() {
    var above = stores.threads().create(newThread(), ANN, null, null, null).id();
    var below = stores.threads().create(newThread(), ANN, null, null, above).id();
    var remote = Delivery.USUAL.from(RunOrigin.A2A, "remote");
    var lineage = new Lineage(above, null, RunOrigin.A2A, "remote");

    var submitted = submission(below, newToken()).asking(spec -> spec.withDelivery(remote));
    var result = (SubmitResult.Claimed) stores.mailbox().submit(submitted);
    assertThat(result.claim().lineage()).isEqualTo(lineage);
    finish(result.claim());

    submit(submission(below, null).asking(spec -> spec.withDelivery(remote)));
    assertThat(claimDue().lineage()).isEqualTo(lineage);
  }

  @Test
  @Rows(116)
  void theSenderOfAUsualRunIsItsCaller() {
    assertThat(claimed(newThread()).lineage())
        .isEqualTo(new Lineage(null, null, RunOrigin.USER, ANN.subject()));
    queued(newThread());
    assertThat(claimDue().lineage())
        .isEqualTo(new Lineage(null, null, RunOrigin.USER, ANN.subject()));
  }

  @Test
  void whatIsTriedAgainIsAsUrgentAsBeforeAndHasNoKey() {
    submit(
        submission(newThread(), null)
            .asking(spec -> spec.withDelivery(ONCE.at(3).from(RunOrigin.A2A, "remote"))));

    assertThat(delivery(triedAgain(claimDue())))
        .isEqualTo(Delivery.USUAL.at(3).from(RunOrigin.A2A, "remote"));
  }

  @Test
  void aRunThatGoesOnAfterADecisionIsAsUrgentAsBeforeAndSoIsWhatIsTriedAgainOfIt() {
    var before = Delivery.USUAL.at(3).from(RunOrigin.A2A, "remote");
    submit(
        submission(newThread(), null)
            .asking(
                spec -> spec.withDelivery(before.after(Duration.ofSeconds(10)).once("report"))));
    stores.passBackoff();
    var fence = claimDue().fence();
    park(fence, question(fence, "c-1"), question(fence, "c-2"));

    decide(fence, "c-1");
    decide(fence, "c-2");
    var usual = queued(newThread());
    assertThat(dueJobs()).hasSize(2).last().isEqualTo(usual.jobId());
    var again = claimDue();
    assertThat(again.runId()).isEqualTo(fence.runId());
    assertThat(delivery(again.fence().jobId())).isEqualTo(before);
    assertThat(delivery(triedAgain(again))).isEqualTo(before);
  }

  private JobId triedAgain(Claim dead) {
    stores.mailbox().nack(dead.fence(), "Broken: for good", true);
    var run = new RunId(fresh("run"));
    var fence = dead.fence();
    var wish =
        new Redrive(fence.threadId(), fence.jobId(), run, new JobId(fresh("job")), ANN, false);
    stores.mailbox().redrive(wish);
    return wish.jobId();
  }

  private Delivery delivery(JobId id) {
    var query = new JobQuery(new JobQuery.Filter("acme", null, null, null), null, 0, 99);
    return stores.mailbox().jobs(query).items().stream()
        .filter(job -> job.jobId().equals(id))
        .map(JobRecord::delivery)
        .findFirst()
        .orElseThrow();
  }
}
