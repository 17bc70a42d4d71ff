package io.awaken.chaos.check;

import io.awaken.chaos.check.Command.What;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * I8: as long as a node and the database are there, work that is not waiting for a person or for
 * another run of its thread moves within the recovery time.
 */
final class RecoveryTime {

  private final Evidence evidence;
  private final List<String> broken = new ArrayList<>();

  private RecoveryTime(Evidence evidence) {
    this.evidence = evidence;
    broken.addAll(evidence.told().given());
  }

  static List<String> broken(Evidence evidence) {
    var check = new RecoveryTime(evidence);
    evidence.told().asks().forEach(check::accepted);
    evidence.told().readings().forEach(check::reading);
    return check.broken;
  }

  private record Span(long from, long until) {
    long nanos() {
      return Math.max(0, until - from);
    }

    Span in(Span other) {
      return new Span(Math.max(from, other.from), Math.min(until, other.until));
    }
  }

  /** From the answer that a message is accepted to the first that anybody hears of its run. */
  private void accepted(Ask ask) {
    if (!ask.accepted() || waitsForOthers(ask)) {
      return;
    }
    evidence.told().readings().stream()
        .filter(reading -> reading.run() != null && ask.runs().contains(reading.run()))
        .filter(reading -> !reading.heard().isEmpty())
        .mapToLong(reading -> reading.heard().getFirst().at())
        .min()
        .ifPresent(
            first ->
                within(
                    new Span(ask.acceptedAt(), first),
                    "nothing was heard of run %s behind the acceptance of %s"
                        .formatted(ask.runs(), ask.key())));
  }

  /** Whether another run of its thread may go first. */
  private boolean waitsForOthers(Ask ask) {
    return !ask.mode().equals("interrupt")
        && evidence.asksOf(ask.thread()).stream()
            .anyMatch(other -> !other.key().equals(ask.key()) && other.sent() < ask.acceptedAt());
  }

  private void reading(Reading reading) {
    Heard before = null;
    for (Heard frame : reading.heard()) {
      if (before != null) {
        gap(reading, before, frame);
      }
      before = frame;
    }
  }

  private void gap(Reading reading, Heard before, Heard after) {
    long from = before.pause() ? decided(reading, before, after) : before.at();
    within(
        new Span(from, after.at()),
        "%s of run %s heard nothing behind %s".formatted(reading.reader(), reading.run(), before));
  }

  private void within(Span gap, String otherwise) {
    long limit = evidence.rules().recovery().toNanos();
    if (gap.nanos() > limit && gap.nanos() - excused(gap) > limit) {
      broken.add("%s for %.1f s".formatted(otherwise, gap.nanos() / 1e9));
    }
  }

  /** When the question was answered, or the run taken back, that waited for it. */
  private long decided(Reading reading, Heard before, Heard after) {
    return evidence.told().commands().stream()
        .filter(command -> command.what() != What.INTERRUPT)
        .filter(command -> reading.run().equals(command.run()))
        .mapToLong(Command::at)
        .filter(at -> at >= before.at() && at <= after.at())
        .max()
        .orElse(after.at());
  }

  /** Time in which nothing could move. */
  private long excused(Span gap) {
    var boundaries =
        evidence.told().outages().stream()
            .flatMap(outage -> Stream.of(outage.from(), outage.until()))
            .filter(at -> at > gap.from() && at < gap.until())
            .sorted()
            .toList();
    long sum = 0;
    long from = gap.from();
    for (int i = 0; i <= boundaries.size(); i++) {
      long until = i < boundaries.size() ? boundaries.get(i) : gap.until();
      if (impossible(new Span(from, until))) {
        sum += until - from;
      }
      from = until;
    }
    return sum;
  }

  private boolean impossible(Span span) {
    List<Outage> over =
        evidence.told().outages().stream()
            .filter(outage -> new Span(outage.from(), outage.until()).in(span).nanos() > 0)
            .toList();
    long nodes = over.stream().mapToInt(Outage::part).filter(part -> part >= 0).distinct().count();
    return nodes == evidence.rules().nodes() || over.stream().anyMatch(Outage::total);
  }
}
