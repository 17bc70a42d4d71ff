package io.awaken.chaos.check;

import io.awaken.chaos.check.Found.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * I3: the events of a run are numbered from 1 without a gap; all nodes tell the same; every reader
 * was told the same, without a gap and without anything twice, and only what may be taken back was.
 */
final class OrderedLog {

  private final Evidence evidence;
  private final List<String> broken = new ArrayList<>();

  private OrderedLog(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> broken(Evidence evidence) {
    var check = new OrderedLog(evidence);
    evidence.found().runs().values().forEach(check::log);
    evidence.told().readings().forEach(check::reading);
    return check.broken;
  }

  private void log(Run run) {
    long expected = 1;
    for (Heard event : run.log()) {
      if (event.sequence() != expected) {
        broken.add(
            "run %s: event %d stands where %d should"
                .formatted(run.id(), event.sequence(), expected));
      }
      expected = event.sequence() + 1;
    }
    for (List<Heard> other : run.replays()) {
      if (!same(run.log(), other)) {
        broken.add("run %s: two nodes tell it differently".formatted(run.id()));
      }
    }
  }

  private static boolean same(List<Heard> one, List<Heard> other) {
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
    var kept = new ArrayList<Heard>();
    long position = reading.whole() ? 0 : -1;
    for (Heard frame : reading.heard()) {
      if (frame.type().equals("reset")) {
        position = setBack(reading, kept, frame, position);
      } else if (frame.event()) {
        if (position >= 0 && frame.sequence() != position + 1) {
          broken.add(
              "%s of run %s: event %d came behind %d"
                  .formatted(reading.reader(), reading.run(), frame.sequence(), position));
        }
        position = frame.sequence();
        kept.add(frame);
      }
    }
    compare(reading, kept);
  }

  private long setBack(Reading reading, List<Heard> kept, Heard reset, long position) {
    if (position >= 0 && reset.sequence() > position) {
      broken.add(
          "%s of run %s: set forward from %d to %d"
              .formatted(reading.reader(), reading.run(), position, reset.sequence()));
    }
    for (Heard taken : kept.stream().filter(event -> isBehind(event, reset)).toList()) {
      if (!taken.unsure()) {
        broken.add(
            "%s of run %s: taken back: %s".formatted(reading.reader(), reading.run(), taken));
      }
    }
    kept.removeIf(event -> isBehind(event, reset));
    return reset.sequence();
  }

  private static boolean isBehind(Heard event, Heard reset) {
    return event.sequence() > reset.sequence();
  }

  private void compare(Reading reading, List<Heard> kept) {
    Run run = reading.run() == null ? null : evidence.found().runs().get(reading.run());
    if (run == null) {
      return;
    }
    for (Heard event : kept) {
      int index = (int) event.sequence() - 1;
      boolean there = index < run.log().size() && run.log().get(index).same(event);
      if (!there && (!event.unsure() || reading.ended())) {
        broken.add(
            "%s of run %s was told what the log does not hold: %s"
                .formatted(reading.reader(), reading.run(), event));
      }
    }
    if (reading.ended() && kept.getLast().sequence() != run.log().size()) {
      broken.add(
          "%s of run %s ended at %d of %d"
              .formatted(
                  reading.reader(), reading.run(), kept.getLast().sequence(), run.log().size()));
    }
  }
}
