package io.awaken.chaos.check;

import io.awaken.chaos.check.FinalState.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * I3: the events of a run are numbered from 1 without a gap, and all nodes stream the same ones.
 * Every reader receives them without gaps and duplicates, and resets withdraw provisional events
 * only.
 */
final class OrderedLog {

  private final Evidence evidence;
  private final List<String> violations = new ArrayList<>();

  private OrderedLog(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> violations(Evidence evidence) {
    var check = new OrderedLog(evidence);
    evidence.finalState().runs().values().forEach(check::log);
    evidence.history().readings().forEach(check::reading);
    return check.violations;
  }

  private void log(Run run) {
    long expected = 1;
    for (Frame event : run.log()) {
      if (event.sequence() != expected) {
        violations.add(
            "run %s: event %d is in the place of event %d"
                .formatted(run.id(), event.sequence(), expected));
      }
      expected = event.sequence() + 1;
    }
    for (List<Frame> other : run.replays()) {
      if (!same(run.log(), other)) {
        violations.add("run %s: two nodes stream different events".formatted(run.id()));
      }
    }
  }

  private static boolean same(List<Frame> one, List<Frame> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (!one.get(i).same(other.get(i))) {
        return false;
      }
    }
    return true;
  }

  private void reading(Reading reading) {
    var received = new ArrayList<Frame>();
    long position = reading.whole() ? 0 : -1;
    for (Frame frame : reading.frames()) {
      if (frame.type().equals("reset")) {
        position = applyReset(reading, received, frame, position);
      } else if (frame.isRunEvent()) {
        if (position >= 0 && frame.sequence() != position + 1) {
          violations.add(
              "%s of run %s: event %d followed event %d"
                  .formatted(reading.reader(), reading.run(), frame.sequence(), position));
        }
        position = frame.sequence();
        received.add(frame);
      }
    }
    compare(reading, received);
  }

  private long applyReset(Reading reading, List<Frame> received, Frame reset, long position) {
    if (position >= 0 && reset.sequence() > position) {
      violations.add(
          "%s of run %s: a reset moved it forward from %d to %d"
              .formatted(reading.reader(), reading.run(), position, reset.sequence()));
    }
    for (Frame withdrawn : received.stream().filter(event -> isAfter(event, reset)).toList()) {
      if (!withdrawn.provisional()) {
        violations.add(
            "%s of run %s: a reset withdrew %s"
                .formatted(reading.reader(), reading.run(), withdrawn));
      }
    }
    received.removeIf(event -> isAfter(event, reset));
    return reset.sequence();
  }

  private static boolean isAfter(Frame event, Frame reset) {
    return event.sequence() > reset.sequence();
  }

  private void compare(Reading reading, List<Frame> received) {
    Run run = reading.run() == null ? null : evidence.finalState().runs().get(reading.run());
    if (run == null) {
      return;
    }
    for (Frame event : received) {
      int index = (int) event.sequence() - 1;
      boolean logged = index < run.log().size() && run.log().get(index).same(event);
      if (!logged && (!event.provisional() || reading.ended())) {
        violations.add(
            "%s of run %s received an event that is not in the log: %s"
                .formatted(reading.reader(), reading.run(), event));
      }
    }
    if (reading.ended() && received.getLast().sequence() != run.log().size()) {
      violations.add(
          "%s of run %s ended at event %d of %d"
              .formatted(
                  reading.reader(),
                  reading.run(),
                  received.getLast().sequence(),
                  run.log().size()));
    }
  }
}
