package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.CapturedLog;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HangingRunsTest {

  private final AtomicLong nanos = new AtomicLong();
  private final LiveRuns live = new LiveRuns(nanos::get);
  private final LiveRuns.LiveRun run = live.add(claim(), 0);
  private final HangingRuns watch = new HangingRuns(live);

  @Test
  void aHangingLostRunIsLoggedOnceWithItsStack() {
    run.thread = Thread.currentThread();
    live.lose(run);
    try (var log = new CapturedLog(HangingRuns.class)) {
      pass(HangingRuns.PATIENCE);
      watch.run();
      assertThat(log.warnings()).isEmpty();

      pass(Duration.ofSeconds(1));
      watch.run();
      watch.run();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("run r has not stopped", "occupies a place of this node", "HangingRunsTest")
          .contains("its new owner continues it, unless it has ended");
    }
  }

  @Test
  void aRunLostSeveralTimesIsReportedAsSoonAsOneLostOnce() {
    live.lose(run);
    try (var log = new CapturedLog(HangingRuns.class)) {
      pass(Duration.ofSeconds(20));
      live.lose(run);
      pass(Duration.ofSeconds(20));
      watch.run();
      assertThat(log.warnings()).singleElement().asString().contains("it has not started");
    }
  }

  @Test
  void aRunThatIsNotLostIsNotReported() {
    try (var log = new CapturedLog(HangingRuns.class)) {
      pass(Duration.ofHours(1));
      watch.run();
      assertThat(log.warnings()).isEmpty();
    }
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static Claim claim() {
    var fence =
        new Fence(
            new ThreadId("t"), new RunId("r"), new JobId("j"), new ClaimToken("c"), 1, 0, null);
    return new Claim(fence, "a", Caller.ANONYMOUS, null, 1);
  }
}
