package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.ThreadLimits;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How much a thread may hold. */
public abstract class ThreadSizeContract extends StoreContract {

  private static final ThreadLimits LIMITS = Stores.SETTINGS.bounds().thread();

  private static SubmitResult full(ThreadId thread) {
    return SubmitResult.Refused.threadFull(thread, LIMITS);
  }

  private static Submission says(ThreadId thread, ClaimToken claim, int length) {
    var usual = submission(thread, claim);
    var text = Message.user(fresh("in"), "x".repeat(length));
    return new Submission(
        usual.runId(), thread, usual.jobId(), usual.agentId(), ANN, null, List.of(text), claim);
  }

  /** A free thread that has room for so many bytes more. */
  private ThreadId almostFull(int room) {
    Fence fence = claimed(newThread()).fence();
    int length = (int) (LIMITS.bytes() - fence.messageBytes()) - room - MessageBytes.ENVELOPE;
    stores.runCommit().finish(fence, step(null, answer(fence, "x".repeat(length))), ANSWERED);
    return fence.threadId();
  }

  private long counted(ThreadId thread) {
    return MessageBytes.of(stores.threads().history(thread));
  }

  @Test
  void aClaimKnowsTheSizeOfItsThread() {
    Fence first = claimed(newThread()).fence();
    assertThat(first.messageBytes()).isEqualTo(counted(first.threadId()));

    Fence next = stores.runCommit().commit(first, step(null, answer(first, "more")));
    assertThat(next.messageBytes()).isEqualTo(counted(first.threadId()));

    stores.runCommit().finish(next, step(null, answer(next, "and more")), ANSWERED);
    Fence second = claimed(first.threadId()).fence();
    assertThat(second.messageBytes()).isEqualTo(counted(first.threadId()));
  }

  @Test
  void aJobFromTheQueueKnowsIt() {
    var thread = claimed(newThread()).fence().threadId();
    stores.mailbox().submit(submission(thread, null));
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    stores.passBackoff();
    assertThat(claimDue().fence().messageBytes()).isEqualTo(counted(thread));
  }

  @ParameterizedTest
  @EnumSource(SubmitMode.class)
  void whatHasNoRoomIsRefusedInEveryMode(SubmitMode mode) {
    var thread = almostFull(1_000);
    var large = says(thread, newToken(), 2_000).as(mode);

    assertThat(stores.mailbox().submit(large)).isEqualTo(full(large.threadId()));
    assertThat(stores.runs().find(large.runId())).isEmpty();
    assertThat(stores.threads().history(thread)).hasSize(2);
  }

  @Test
  void whatHasRoomIsTakenAndOtherThreadsAreTheirOwn() {
    var thread = almostFull(1_000);
    assertThat(stores.mailbox().submit(says(thread, newToken(), 100)))
        .isInstanceOf(SubmitResult.Claimed.class);
    assertThat(stores.mailbox().submit(says(newThread(), newToken(), 100_000)))
        .isInstanceOf(SubmitResult.Claimed.class);
  }

  @Test
  void theNumberOfMessagesIsBoundAsWell() {
    Fence fence = claimed(newThread()).fence();
    int most = (int) LIMITS.messages();
    var many = Collections.nCopies(most / 10, Message.user("m", ""));
    for (int i = 0; i < 10; i++) {
      fence = stores.runCommit().commit(fence, step(null, many.toArray(Message[]::new)));
    }
    stores.runCommit().finish(fence, step(null), ANSWERED);

    assertThat(stores.mailbox().submit(says(fence.threadId(), newToken(), 1)))
        .isEqualTo(full(fence.threadId()));
  }

  @Test
  void theLastStepOfARunIsWrittenWhole() {
    var thread = almostFull(1_000);
    Fence fence = claimed(thread).fence();
    var large = answer(fence, "x".repeat(5_000));
    stores.runCommit().finish(fence, step(null, large), ANSWERED);

    assertThat(stores.threads().history(thread)).hasSize(4).endsWith(large);
    assertThat(stores.mailbox().submit(says(thread, newToken(), 1))).isEqualTo(full(thread));
  }

  @Test
  void aJobWhoseInputHasNoRoomAnyMoreGoesToTheDeadLetterWithIt() {
    Fence fence = claimed(newThread()).fence();
    var waits = says(fence.threadId(), null, 100_000);
    assertThat(stores.mailbox().submit(waits)).isInstanceOf(SubmitResult.Queued.class);
    int length = (int) (LIMITS.bytes() - fence.messageBytes()) - 50_000;
    stores.runCommit().finish(fence, step(null, answer(fence, "x".repeat(length))), ANSWERED);

    assertThat(stores.mailbox().claim(candidate(waits), newToken())).isEmpty();

    var run = stores.runs().find(waits.runId()).orElseThrow();
    assertThat(run.termination())
        .isInstanceOfSatisfying(
            TerminationReason.Error.class,
            error -> assertThat(error.value()).startsWith("thread_full: "));
    assertThat(stores.jobs()).containsEntry(waits.jobId(), JobStatus.DEAD_LETTER);
    assertThat(stores.lastError(waits.jobId())).startsWith("thread_full: ");
    assertThat(stores.threads().history(fence.threadId())).hasSize(2);
    assertThat(stores.threads().find(fence.threadId()).orElseThrow().openRunId()).isNull();
  }

  @Test
  void unreadMessagesAreBoundInBytes() {
    Fence fence = claimed(newThread()).fence();
    var thread = fence.threadId();
    int most = (int) Stores.SETTINGS.bounds().unreadBytes();
    // The first is taken whatever its size.
    assertThat(stores.mailbox().submit(says(thread, null, 2 * most).as(SubmitMode.STEER)))
        .isInstanceOf(SubmitResult.Steered.class);
    assertThat(stores.mailbox().submit(says(thread, null, 1).as(SubmitMode.STEER)))
        .isEqualTo(SubmitResult.Refused.inboxFull(fence.runId()));
  }
}
