package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A run is live only while its lease is valid. */
class LiveRunsTest {

  private final AtomicLong nanos = new AtomicLong();
  private final List<Claim> given = new ArrayList<>();
  private final LiveRuns watched = new LiveRuns(nanos::get, Duration.ofSeconds(24), given::add);
  private final LiveRuns.LiveRun run = watched.add(claim(), 0);

  private static Claim claim() {
    var fence =
        new Fence(
            new ThreadId("t"), new RunId("r"), new JobId("j"), new ClaimToken("c"), 1, 0, null);
    return new Claim(fence, "a", Caller.ANONYMOUS, null, 1);
  }

  @Test
  void aLeaseIsValidUntilItIsUnconfirmedForTooLong() {
    nanos.set(Duration.ofSeconds(24).toNanos());
    assertThat(run.signals.lease().valid()).isTrue();
    watched.confirm(run, Duration.ofSeconds(10).toNanos());
    nanos.set(Duration.ofSeconds(34).toNanos());
    assertThat(run.signals.lease().valid()).isTrue();
    assertThat(run.signals.cancellation().isCancelled()).isFalse();

    nanos.incrementAndGet();
    assertThat(run.signals.lease().valid()).isFalse();
  }

  @Test
  void aRunWithAnInvalidLeaseIsLostPermanently() {
    nanos.set(Duration.ofSeconds(25).toNanos());
    assertThat(run.signals.lease().valid()).isFalse();
    watched.confirm(run, nanos.get());

    assertThat(run.signals.lease().valid()).isFalse();
    assertThat(run.signals.cancellation().reason()).isEqualTo(Reason.OWNERSHIP_LOST);
    assertThat(given).containsExactly(run.claim);
  }
}
