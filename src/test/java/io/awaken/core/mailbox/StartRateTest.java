package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.ClaimToken;
import io.awaken.fixture.Failures;
import io.awaken.fixture.ForwardingMailbox;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** F48: a queue that grew during an outage does not overload a node. */
class StartRateTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final StartRate rate = new StartRate(200);

  @Test
  void atMostATenthOfASecondsPermitsAreGrantedAtOnce() {
    assertThat(rate.take(1_000, 0)).isEqualTo(20);
    assertThat(rate.take(1_000, 0)).isZero();
    assertThat(rate.untilMore()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void unusedPermitsDoNotAccumulate() {
    rate.take(20, 0);
    assertThat(rate.take(1_000, 3_600 * SECOND)).isEqualTo(20);
  }

  @Test
  void refundedPermitsAreGrantedAgain() {
    rate.take(20, 0);
    rate.refund(5);
    assertThat(rate.take(20, 0)).isEqualTo(5);
  }

  @Test
  void aSlowRateGivesOneAtATime() {
    var slow = new StartRate(1);
    assertThat(slow.take(10, 0)).isEqualTo(1);
    assertThat(slow.take(10, SECOND / 2)).isZero();
    assertThat(slow.untilMore()).isEqualTo(Duration.ofMillis(500));
    assertThat(slow.take(10, SECOND)).isEqualTo(1);
  }

  @Test
  void withoutALimitEveryRunMayStart() {
    assertThat(StartRate.unlimited().take(5_000, 0)).isEqualTo(5_000);
  }

  @Test
  @Failures("F48")
  void tenThousandQueuedRunsStartAtTheConfiguredRate() {
    var node = new QueueNode(ForwardingMailbox::new, rate);
    for (int i = 0; i < 10_000; i++) {
      node.queue();
    }
    int begun = 0;
    for (int tick = 0; tick < 50; tick++) {
      begun += node.starter.claimDue();
      assertThat(begun).isLessThanOrEqualTo(20 + tick * 4);
      node.pass(Duration.ofMillis(20));
    }
    assertThat(begun).isBetween(200, 220);
  }

  @Test
  void aThrottledNodePollsAgainByItself() throws InterruptedException {
    var node = new QueueNode(ForwardingMailbox::new, rate);
    for (int i = 0; i < 30; i++) {
      node.queue();
    }
    assertThat(node.starter.claimDue()).isEqualTo(20);
    assertThat(node.mailbox.wakeUp().await(Duration.ZERO)).isFalse();
    node.pass(Duration.ofMillis(100));

    assertThat(node.mailbox.wakeUp().await(Duration.ZERO)).isTrue();
    assertThat(node.starter.claimDue()).isEqualTo(10);
  }

  @Test
  @Failures("F48")
  void aRunWithAWaitingClientIsNotThrottled() {
    var node = new QueueNode(ForwardingMailbox::new, rate);
    for (int i = 0; i < 30; i++) {
      node.queue();
    }
    node.starter.claimDue();

    var submission = node.submit(new ClaimToken("mine"));

    assertThat(node.stores.runs().find(submission.runId()).orElseThrow().startedAt()).isNotNull();
    assertThat(node.mailbox.room()).isPositive();
  }
}
