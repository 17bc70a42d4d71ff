package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.commit.QueueWatch.Due;
import io.awaken.core.run.JobId;
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
  void a_job_that_stays_due_for_longer_than_nodes_need_to_find_it_stands_still() {
    assertThat(look("a", 0, true)).isFalse();
    pass(Duration.ofSeconds(50));
    assertThat(look("a", 0, true)).isFalse();
    pass(Duration.ofSeconds(1));
    assertThat(look("a", 0, true)).isTrue();
  }

  @Test
  void a_queue_whose_jobs_are_claimed_does_not_stand_still_however_long_it_is() {
    for (int i = 0; i < 10; i++) {
      assertThat(look("job-" + i, 0, true)).isFalse();
      pass(Duration.ofSeconds(49));
    }
  }

  @Test
  void a_job_that_was_claimed_and_came_back_begins_anew() {
    look("a", 1, true);
    pass(Duration.ofSeconds(51));
    assertThat(look("a", 2, true)).isFalse();
    pass(Duration.ofSeconds(51));
    assertThat(look("a", 2, true)).isTrue();
  }

  @Test
  void a_job_whose_thread_was_busy_for_hours_has_not_waited_for_a_node() {
    var freed = new Due(new JobId("a"), 0, Duration.ofHours(5));
    assertThat(progress.stalled(Optional.of(freed), true)).isFalse();
  }

  @Test
  void a_node_without_room_says_nothing_about_the_queue() {
    look("a", 0, true);
    pass(Duration.ofMinutes(5));
    assertThat(look("a", 0, false)).isFalse();
    assertThat(look("a", 0, true)).isFalse();
  }

  @Test
  void an_empty_queue_does_not_stand_still() {
    look("a", 0, true);
    pass(Duration.ofMinutes(5));
    assertThat(progress.stalled(Optional.empty(), true)).isFalse();
    assertThat(look("a", 0, true)).isFalse();
  }

  @Test
  void a_job_that_cannot_be_had_stalls_no_node_that_does_its_part_for_the_others() {
    for (int i = 0; i < 10; i++) {
      assertThat(look("stuck", 0, true)).isFalse();
      pass(Duration.ofSeconds(49));
      done.incrementAndGet();
    }
    assertThat(look("stuck", 0, true)).isFalse();
    pass(Duration.ofSeconds(51));
    assertThat(look("stuck", 0, true)).isTrue();
  }

  private boolean look(String job, int attempt, boolean room) {
    return progress.stalled(Optional.of(new Due(new JobId(job), attempt, Duration.ZERO)), room);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
