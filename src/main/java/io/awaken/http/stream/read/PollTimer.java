package io.awaken.http.stream.read;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Schedules a poll; at most one is scheduled at a time. Thread-safe. */
final class PollTimer {

  private final ScheduledExecutorService timer;
  private final Runnable poll;
  private final AtomicBoolean coming = new AtomicBoolean();

  PollTimer(ScheduledExecutorService timer, Runnable poll) {
    this.timer = timer;
    this.poll = poll;
  }

  void in(Duration delay) {
    if (coming.compareAndSet(false, true)) {
      timer.schedule(this::now, delay.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void now() {
    coming.set(false);
    poll.run();
  }
}
