package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Waited;
import io.awaken.core.store.submission.SubmitResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The executor gets the time that its job waited. */
class WaitedJobsTest {

  private final QueueNode node = new QueueNode();
  private final List<Waited> begun = new ArrayList<>();

  WaitedJobsTest() {
    node.runs = (claim, signals) -> begun.add(claim.waited());
  }

  @Test
  void waitingTimeIncludesTheQueueAndTheThread() {
    node.queue();
    node.pass(Duration.ofSeconds(4));
    node.starter.claimDue();
    node.pass(Duration.ofSeconds(2));

    node.threads.runAll();

    var both = Duration.ofSeconds(6);
    assertThat(begun).containsExactly(new Waited(both, both, Duration.ofSeconds(2)));
  }

  @Test
  void aRunClaimedOnAcceptanceHasWaitedSinceTheClaimWasSent() {
    var claimed = node.submit(new ClaimToken("mine"));
    long asked = node.mailbox.now();
    var claim = ((SubmitResult.Claimed) node.store.submit(claimed)).claim();
    node.pass(Duration.ofMillis(30));
    node.starter.begin(claim, asked);

    node.threads.runAll();

    var all = Duration.ofMillis(30);
    assertThat(begun).containsExactly(new Waited(all, all, all));
  }

  @Test
  void aClockThatWasSetBackGivesNoNegativeWait() {
    assertThat(Waited.at(1_000, 5_000, 900))
        .isEqualTo(new Waited(Duration.ZERO, Duration.ofMillis(100), Duration.ZERO));
  }
}
