package io.awaken.http.stream.read;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Polls after a while; one at a time is on its way, however often it is asked for. Thread-safe. */
final class Polls {

  private final ScheduledExecutorService timer;
  private final Runnable poll;
  private final AtomicBoolean coming = new AtomicBoolean();

  Polls(ScheduledExecutorService timer, Runnable poll) {
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
