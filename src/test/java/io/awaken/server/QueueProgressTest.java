package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.JobId;
import io.awaken.core.store.job.QueueWatch.Due;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QueueProgressTest {

  private static final Duration PATIENCE = Duration.ofSeconds(50);

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final QueueProgress progress = new QueueProgress(PATIENCE, done::get, nanos::get);

  @Test
  void aJobThatStaysDueTooLongStallsTheQueue() {
    assertThat(check("a", 0, true)).isFalse();
    pass(Duration.ofSeconds(50));
    assertThat(check("a", 0, true)).isFalse();
    pass(Duration.ofSeconds(1));
    assertThat(check("a", 0, true)).isTrue();
  }

  @Test
  void aLongQueueIsNotStalledWhileJobsAreClaimed() {
    for (int i = 0; i < 10; i++) {
      assertThat(check("job-" + i, 0, true)).isFalse();
      pass(Duration.ofSeconds(49));
    }
  }

  @Test
  void aReleasedJobStartsANewInterval() {
    check("a", 1, true);
    pass(Duration.ofSeconds(51));
    assertThat(check("a", 2, true)).isFalse();
    pass(Duration.ofSeconds(51));
    assertThat(check("a", 2, true)).isTrue();
  }

  @Test
  void aJobOfABusyThreadHasNotWaitedForANode() {
    var freed = new Due(new JobId("a"), 0, Duration.ofHours(5));
    assertThat(progress.stalled(Optional.of(freed), true)).isFalse();
  }

  @Test
  void aNodeWithoutRoomDoesNotReportAStalledQueue() {
    check("a", 0, true);
    pass(Duration.ofMinutes(5));
    assertThat(check("a", 0, false)).isFalse();
    assertThat(check("a", 0, true)).isFalse();
  }

  @Test
  void anEmptyQueueIsNotStalled() {
    check("a", 0, true);
    pass(Duration.ofMinutes(5));
    assertThat(progress.stalled(Optional.empty(), true)).isFalse();
    assertThat(check("a", 0, true)).isFalse();
  }

  @Test
  void anUnclaimableJobDoesNotStallANodeThatClaimsOthers() {
    for (int i = 0; i < 10; i++) {
      assertThat(check("stuck", 0, true)).isFalse();
      pass(Duration.ofSeconds(49));
      done.incrementAndGet();
    }
    assertThat(check("stuck", 0, true)).isFalse();
    pass(Duration.ofSeconds(51));
    assertThat(check("stuck", 0, true)).isTrue();
  }

  private boolean check(String job, int attempt, boolean room) {
    return progress.stalled(Optional.of(new Due(new JobId(job), attempt, Duration.ZERO)), room);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
