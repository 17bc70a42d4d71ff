package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Hint;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signals for a run reach its owner, on this node or another. */
class LiveRunsTest {

  private static final RunId RUN = new RunId("r");

  private final LiveRuns live = new LiveRuns(() -> 0);
  private final List<Hint> told = new ArrayList<>();
  private final List<RunId> asked = new ArrayList<>();
  private final LiveRuns.LiveRun lost = live.add(claim("first"), 0);

  @BeforeEach
  void loseIt() {
    live.tell(told::add);
    live.ask(asked::add);
    live.lose(lost);
  }

  private static Claim claim(String token) {
    var fence =
        new Fence(new ThreadId("t"), RUN, new JobId("j"), new ClaimToken(token), 1, 0, null);
    return new Claim(fence, "a", Caller.ANONYMOUS, null, 1);
  }

  @Test
  void aLostRunIsCancelledWhereItExecutesNow() {
    live.cancel(RUN);

    assertThat(told).containsExactly(new Hint.Stored(RUN));
  }

  @Test
  void aLostRunIsSignalledWhereItExecutesNow() {
    live.notify(RUN);

    assertThat(told).containsExactly(new Hint.Stored(RUN));
    assertThat(lost.signals.inbox().raised()).isFalse();
  }

  @Test
  void theOwnerOfALostRunChecksWhetherItWasForceEnded() {
    live.taken(RUN);

    assertThat(told).containsExactly(new Hint.Stored(RUN));
    assertThat(asked).isEmpty();
  }

  @Test
  void aLostRunClaimedAgainIsSignalledHere() {
    LiveRuns.LiveRun again = live.add(claim("second"), 0);

    live.cancel(RUN);
    live.notify(RUN);
    live.taken(RUN);

    assertThat(told).isEmpty();
    assertThat(asked).containsExactly(RUN);
    assertThat(again.signals.cancellation().reason()).isEqualTo(Reason.REQUESTED);
    assertThat(again.signals.inbox().raised()).isTrue();
  }

  @Test
  void aLeaseHoldsUntilItIsUnconfirmedForTooLong() {
    var nanos = new AtomicLong();
    var watched = new LiveRuns(nanos::get, Duration.ofSeconds(24));
    var run = watched.add(claim("watched"), 0);

    nanos.set(Duration.ofSeconds(24).toNanos());
    assertThat(run.signals.lease().holds()).isTrue();
    watched.confirm(run, Duration.ofSeconds(10).toNanos());
    nanos.set(Duration.ofSeconds(34).toNanos());
    assertThat(run.signals.lease().holds()).isTrue();
    assertThat(run.signals.cancellation().isCancelled()).isFalse();

    nanos.incrementAndGet();
    assertThat(run.signals.lease().holds()).isFalse();
  }

  @Test
  void aRunWhoseLeaseDoesNotHoldIsGivenUpForGood() {
    var nanos = new AtomicLong();
    var watched = new LiveRuns(nanos::get, Duration.ofSeconds(24));
    var run = watched.add(claim("watched"), 0);
    var given = new ArrayList<Claim>();
    watched.tellLost(given::add);

    nanos.set(Duration.ofSeconds(25).toNanos());
    assertThat(run.signals.lease().holds()).isFalse();
    watched.confirm(run, nanos.get());

    assertThat(run.signals.lease().holds()).isFalse();
    assertThat(run.signals.cancellation().reason()).isEqualTo(Reason.OWNERSHIP_LOST);
    assertThat(given).containsExactly(run.claim);
  }
}
