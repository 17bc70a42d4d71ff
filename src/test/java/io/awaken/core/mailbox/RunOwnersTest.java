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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signals for a run reach its owner, on this node or another. */
class RunOwnersTest {

  private static final RunId RUN = new RunId("r");

  private final LiveRuns live = new LiveRuns(() -> 0);
  private final List<Hint> published = new ArrayList<>();
  private final List<RunId> asked = new ArrayList<>();
  private final RunOwners owners = new RunOwners(live, asked::add, published::add);
  private final LiveRuns.LiveRun lost = live.add(claim("first"), 0);

  @BeforeEach
  void loseIt() {
    live.lose(lost);
  }

  private static Claim claim(String token) {
    var fence =
        new Fence(new ThreadId("t"), RUN, new JobId("j"), new ClaimToken(token), 1, 0, null);
    return new Claim(fence, "a", Caller.ANONYMOUS, null, 1);
  }

  @Test
  void aLostRunIsCancelledWhereItExecutesNow() {
    owners.cancel(RUN);

    assertThat(published).containsExactly(new Hint.Stored(RUN));
  }

  @Test
  void aLostRunIsSignalledWhereItExecutesNow() {
    owners.notify(RUN);

    assertThat(published).containsExactly(new Hint.Stored(RUN));
    assertThat(lost.signals.inbox().raised()).isFalse();
  }

  @Test
  void theOwnerOfALostRunChecksWhetherItWasForceEnded() {
    owners.taken(RUN);

    assertThat(published).containsExactly(new Hint.Stored(RUN));
    assertThat(asked).isEmpty();
  }

  @Test
  void aLostRunClaimedAgainIsSignalledHere() {
    LiveRuns.LiveRun again = live.add(claim("second"), 0);

    owners.cancel(RUN);
    owners.notify(RUN);
    owners.taken(RUN);

    assertThat(published).isEmpty();
    assertThat(asked).containsExactly(RUN);
    assertThat(again.signals.cancellation().reason()).isEqualTo(Reason.REQUESTED);
    assertThat(again.signals.inbox().raised()).isTrue();
  }
}
