package io.awaken.core.supervision;

import io.awaken.core.supervision.SupervisedThread.Life;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Work repeated until its duty ends.
 *
 * @param pause delay before each repetition, but not right after a restart
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
