package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.duty.CollectMailbox;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Collected;
import io.awaken.core.store.job.QueueStore.Collectable;
import io.awaken.core.store.job.RowPosition;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@Rows(193)
class CollectMailboxTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final List<String> asked = new ArrayList<>();
  private final QueueNode node = new QueueNode(Watched::new, StartRate.unlimited());
  private final CollectMailbox duty =
      new CollectMailbox(
          node.store,
          node.mailbox,
          new CollectMailbox.Keep(Duration.ofHours(24), Duration.ofDays(30), Duration.ofHours(12)),
          () -> nanos());
  private long nanos;
  private RuntimeException failure;
  private int pages = 1;

  private long nanos() {
    return nanos;
  }

  /** A store that counts collections and has a configurable number of pages. */
  private final class Watched extends ForwardingMailbox {
    Watched(MailboxStore behind) {
      super(behind);
    }

    @Override
    public Collected collect(Collectable what, Duration olderThan, RowPosition after, int limit) {
      if (failure != null) {
        throw failure;
      }
      asked.add(what + " older than " + olderThan);
      long page = after == RowPosition.START ? 1 : after.at() + 1;
      return new Collected(1, page == pages ? null : new RowPosition(page, "x"));
    }
  }

  /** One minute of a node on which this many runs end. */
  private int minute(int runs) {
    for (int run = 0; run < runs; run++) {
      node.queue();
    }
    node.starter.claimDue();
    node.threads.runAll();
    nanos += MINUTE.toNanos();
    int before = asked.size();
    duty.run();
    return asked.size() - before;
  }

  @Test
  void eachKindOfRowHasItsTime() {
    duty.run();

    assertThat(asked)
        .containsExactly(
            "ENDED_JOBS older than PT24H",
            "DEAD_LETTERS older than PT720H",
            "INBOX older than PT24H",
            "IDEMPOTENCY_KEYS older than PT12H",
            "DOCUMENTS older than PT24H");
  }

  @Test
  void aBusyNodeCollectsEachTime() {
    minute(0);
    assertThat(minute(1)).isEqualTo(Collectable.values().length);
    assertThat(minute(2)).isEqualTo(Collectable.values().length);
  }

  @Test
  void anIdleNodeCollectsOnceAnHour() {
    minute(1);
    for (int i = 1; i < 60; i++) {
      assertThat(minute(0)).isZero();
    }
    assertThat(minute(0)).isEqualTo(Collectable.values().length);
  }

  @Test
  void aPurgeContinuesUntilTheLastPage() {
    pages = 4;
    duty.run();
    assertThat(asked).hasSize(20);
  }

  @Test
  void aDrainingNodeDeletesNothing() {
    node.mailbox.drain(Duration.ZERO, Duration.ZERO);
    duty.run();
    assertThat(asked).isEmpty();
  }

  @Test
  void theNextPurgeContinuesAfterAFailure() {
    failure = new IllegalStateException("database away");
    try (var log = new CapturedLog(CollectMailbox.class)) {
      duty.run();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("the next collection continues", "database away");
    }
    failure = null;
    assertThat(minute(0)).isEqualTo(Collectable.values().length);
  }
}
