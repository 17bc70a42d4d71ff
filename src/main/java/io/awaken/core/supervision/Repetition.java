package io.awaken.core.supervision;

import io.awaken.core.supervision.SupervisedThread.Life;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Work that is repeated until its duty is ended.
 *
 * @param pause before each time, but not right after a death
 */
record Repetition(Duration pause, Runnable work) {

  void run(Life life) throws InterruptedException {
    if (life.again()) {
      work.run();
    }
    while (!life.end().await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
      work.run();
    }
  }
}
