package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Claim;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobQuery.Filter;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What callers without a name do in a thread of theirs does not touch runs of those with one. */
public abstract class NamelessContract extends SuspendingContract {

  private ThreadId nobodysThread() {
    var thread = newThread();
    finish(((SubmitResult.Claimed) submit(submission(thread, newToken(), ANONYMOUS))).claim());
    return thread;
  }

  private SubmitResult submit(Submission submission) {
    return stores.mailbox().submit(submission);
  }

  private static Submission anonymous(ThreadId thread, SubmitMode mode) {
    return submission(thread, newToken(), ANONYMOUS).as(mode);
  }

  private boolean asked(Claim claim) {
    return !stores.mailbox().renew(List.of(claim.fence().token())).cancelRequested().isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = SubmitMode.class,
      names = {"INTERRUPT", "STEER", "QUEUE"})
  void aMessageWaitsBehindARunThatExecutesForSomebody(SubmitMode mode) {
    var executing = claimed(nobodysThread());
    var said = anonymous(executing.fence().threadId(), mode);

    assertThat(submit(said)).isEqualTo(new SubmitResult.Queued(said.jobId()));

    assertThat(asked(executing)).isFalse();
    assertThat(stores.runs().inbox(executing.runId())).isEmpty();
    finish(executing);
    assertThat(claimDue().runId()).isEqualTo(said.runId());
  }

  @ParameterizedTest
  @EnumSource(
      value = SubmitMode.class,
      names = {"INTERRUPT", "STEER", "QUEUE"})
  void aMessageWaitsBehindARunThatWaitsForSomebody(SubmitMode mode) {
    var fence = waiting(nobodysThread(), "c-1");
    var said = anonymous(fence.threadId(), mode);

    assertThat(submit(said)).isEqualTo(new SubmitResult.Queued(said.jobId()));

    assertThat(status(fence.runId())).isEqualTo(RunStatus.WAITING);
    finish(resumed(fence, "c-1"));
    assertThat(claimDue().runId()).isEqualTo(said.runId());
  }

  @Test
  void aMessageWaitsBehindWhatSomebodyHasInLine() {
    var thread = nobodysThread();
    var first = queued(thread);
    var said = anonymous(thread, SubmitMode.INTERRUPT);

    assertThat(submit(said)).isEqualTo(new SubmitResult.Queued(said.jobId()));

    assertThat(executed()).isEqualTo(first.runId());
    assertThat(executed()).isEqualTo(said.runId());
  }

  private RunId executed() {
    var claim = claimDue();
    finish(claim);
    return claim.runId();
  }

  @Test
  void thereIsNoOpenRunToSayItToWhereItIsSomebodys() {
    var fence = waiting(nobodysThread(), "c-1");

    assertThat(submit(anonymous(fence.threadId(), SubmitMode.RESUME_OPEN_RUN)))
        .isEqualTo(SubmitResult.Refused.noOpenRun());
  }

  @Test
  void anInterruptionEndsTheirOwnRunsOnly() {
    var thread = nobodysThread();
    var executing = claimed(thread);
    var anns = queued(thread);
    var own = anonymous(thread, SubmitMode.QUEUE);
    submit(own);

    Interrupted done = stores.mailbox().interrupt(thread, ANONYMOUS).orElseThrow();

    assertThat(done.superseded()).isEqualTo(1);
    assertThat(done.stopping()).isNull();
    assertThat(asked(executing)).isFalse();
    assertThat(status(own.runId())).isEqualTo(RunStatus.DONE);
    assertThat(status(anns.runId())).isEqualTo(RunStatus.CREATED);
    finish(executing);
    assertThat(executed()).isEqualTo(anns.runId());
  }

  @Test
  void whoHasANameInterruptsWhateverIsInTheThread() {
    var thread = newThread();
    submit(submission(thread, newToken(), ANONYMOUS));

    assertThat(submit(submission(thread, newToken(), COLLEAGUE).as(SubmitMode.INTERRUPT)))
        .isInstanceOfSatisfying(
            SubmitResult.Queued.class, queued -> assertThat(queued.stopping()).isNotNull());
  }

  @Test
  void jobsAreListedBySubject() {
    var thread = nobodysThread();
    claimed(thread);

    var own = new Filter("acme", ANONYMOUS.subject(), thread, null);
    assertThat(stores.mailbox().jobs(new JobQuery(own, null, 0, 9)).items())
        .hasSize(1)
        .allMatch(job -> job.run().caller().equals(ANONYMOUS));
    var all = new Filter("acme", null, thread, null);
    assertThat(stores.mailbox().jobs(new JobQuery(all, null, 0, 9)).total()).isEqualTo(2);
  }
}
