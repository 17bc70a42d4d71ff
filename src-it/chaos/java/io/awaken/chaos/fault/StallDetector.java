package io.awaken.chaos.fault;

import io.awaken.chaos.check.Outage;
import io.awaken.chaos.client.Clock;
import io.awaken.chaos.client.Journal;

/**
 * Notes when the whole machine stands still, as one does that others use as well: nobody is to
 * blame then that nothing moves.
 */
final class StallDetector implements Runnable {

  private static final long LOOK_MILLIS = 50;
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
      Clock.pass(LOOK_MILLIS);
      long now = clock.now();
      if (now - before > STALL_NANOS) {
        journal.outage(new Outage("stalled", Outage.MACHINE, before, now));
      }
      before = now;
    }
  }

  void end() {
    ended = true;
  }
}
