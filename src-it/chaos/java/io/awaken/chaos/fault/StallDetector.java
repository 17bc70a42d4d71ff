package io.awaken.chaos.fault;

import io.awaken.chaos.check.Outage;
import io.awaken.chaos.client.Clock;
import io.awaken.chaos.client.Journal;

/**
 * Records when the whole machine stalls, for example because other programs use it: the checks of
 * the recovery time do not count such times.
 */
final class StallDetector implements Runnable {

  private static final long CHECK_MILLIS = 50;
  private static final long STALL_NANOS = 400_000_000;

  private final Journal journal;
  private final Clock clock;
  private volatile boolean ended;

  StallDetector(Journal journal, Clock clock) {
    this.journal = journal;
    this.clock = clock;
  }

  @Override
  public void run() {
    long before = clock.now();
    while (!ended) {
      Clock.sleep(CHECK_MILLIS);
      long now = clock.now();
      if (now - before > STALL_NANOS) {
        journal.addOutage(new Outage("stalled", Outage.MACHINE, before, now));
      }
      before = now;
    }
  }

  void end() {
    ended = true;
  }
}
