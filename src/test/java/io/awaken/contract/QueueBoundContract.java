package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Delivery;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How many jobs of a thread may wait (I6). */
public abstract class QueueBoundContract extends SuspendingContract {

  private static final int MOST = Stores.SETTINGS.bounds().queued();
  private static final SubmitResult FULL = SubmitResult.Refused.queueFull(MOST);

  private SubmitResult submit(ThreadId thread, SubmitMode mode) {
    return stores.mailbox().submit(submission(thread, newToken(), mode));
  }

  private void fill(ThreadId thread, int jobs) {
    for (int i = 0; i < jobs; i++) {
      queued(thread);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = SubmitMode.class,
      names = {"QUEUE", "STEER"})
  void whereAsManyWaitAsMayNothingIsKeptOfAnother(SubmitMode mode) {
    var thread = newThread();
    fill(thread, MOST);
    var refused = submission(thread, newToken(), mode);

    assertThat(stores.mailbox().submit(refused)).isEqualTo(FULL);
    assertThat(stores.runs().find(refused.runId())).isEmpty();

    finish(claimDue());
    assertThat(stores.mailbox().submit(refused)).isInstanceOf(SubmitResult.Queued.class);
  }

  @Test
  void whatIsNotDueYetWaitsLikeTheOthers() {
    var thread = newThread();
    var later = Delivery.USUAL.after(Duration.ofSeconds(10));
    for (int i = 0; i < MOST; i++) {
      stores.mailbox().submit(submission(thread, null).asking(spec -> spec.withDelivery(later)));
    }

    assertThat(
            stores
                .mailbox()
                .submit(submission(thread, null).asking(spec -> spec.withDelivery(later))))
        .isEqualTo(FULL);
    assertThat(submit(thread, SubmitMode.QUEUE)).isInstanceOf(SubmitResult.Claimed.class);
  }

  @Test
  void aFullQueueIsInNoWayOfAMessageThatInterruptsIt() {
    var executing = claimed(newThread());
    var thread = executing.fence().threadId();
    fill(thread, MOST);

    assertThat(submit(thread, SubmitMode.INTERRUPT)).isInstanceOf(SubmitResult.Queued.class);
    assertThat(stores.mailbox().queueDepth()).isOne();
  }

  @Test
  void aMessageThatInterruptsWaitsBehindNoQueueOfWhatIsNotDueWhereNoNodeHasRoomForIt() {
    var thread = newThread();
    var later = Delivery.USUAL.after(Duration.ofSeconds(10));
    for (int i = 0; i < MOST; i++) {
      stores.mailbox().submit(submission(thread, null).asking(spec -> spec.withDelivery(later)));
    }
    var message = submission(thread, null, SubmitMode.INTERRUPT);

    assertThat(stores.mailbox().submit(message))
        .isEqualTo(new SubmitResult.Queued(message.jobId()));
    assertThat(dueJobs()).containsExactly(message.jobId());
  }

  @Test
  void theQueuesOfOtherThreadsAreTheirOwn() {
    fill(newThread(), MOST);
    fill(newThread(), MOST);
    assertThat(stores.mailbox().queueDepth()).isEqualTo(2L * MOST);
  }

  @Test
  void ofManyThatComeAtOnceNoMoreAreKeptThanMayWait() throws Exception {
    var thread = newThread();
    fill(thread, MOST - 6);

    List<SubmitResult> results = race(16, () -> submit(thread, SubmitMode.QUEUE));

    assertThat(results).filteredOn(SubmitResult.Queued.class::isInstance).hasSize(6);
    assertThat(results).filteredOn(FULL::equals).hasSize(10);
  }
}
