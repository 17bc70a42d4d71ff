package io.awaken.core.mailbox.duty;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.store.event.EventLog;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PurgeEventsTest {

  private static final Duration WEEK = Duration.ofDays(7);

  private final RecordedRun run = new RecordedRun(new SettableClock());
  private final EventLog log = run;

  private void commits(int count) {
    var activation = run.activateElsewhere(1);
    for (int i = 0; i < count; i++) {
      activation.says("w").commits();
    }
  }

  private int left() {
    return log.read(run.id, 0, 10_000).size();
  }

  @Test
  void pageAfterPageIsDeletedUntilNothingIsLeft() {
    commits(1_200);
    new PurgeEvents(log, WEEK, () -> false).run();

    assertThat(left()).isZero();
  }

  @Test
  void eventsRetainedForEverAreNotQueried() {
    commits(2);
    new PurgeEvents(log, Duration.ZERO, () -> false).run();

    assertThat(left()).isEqualTo(2);
  }

  @Test
  void aDrainingNodeDeletesNothing() {
    commits(2);
    new PurgeEvents(log, WEEK, () -> true).run();

    assertThat(left()).isEqualTo(2);
  }

  @Test
  void aFailedRenewalIsRepeatedTheNextTime() {
    commits(2);
    var duty = new PurgeEvents(log, WEEK, () -> false);
    run.broken(true);
    try (var warned = new CapturedLog(PurgeEvents.class)) {
      duty.run();
      assertThat(warned.warnings()).singleElement().asString().contains("the next purge");
    }
    run.broken(false);
    duty.run();

    assertThat(left()).isZero();
  }
}
