package io.awaken.chaos.check;

import io.awaken.chaos.check.Command.What;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * I8: while a node and the database are available, a run that does not wait for a decision or for
 * another run of its thread continues within the recovery time; one that waits for delegates within
 * twice that time, if the remote server is available, too.
 */
final class RecoveryTime {

  private final Evidence evidence;
  private final List<String> violations = new ArrayList<>();

  private RecoveryTime(Evidence evidence) {
    this.evidence = evidence;
    violations.addAll(evidence.history().failures());
  }

  static List<String> violations(Evidence evidence) {
    var check = new RecoveryTime(evidence);
    evidence.history().submissions().forEach(check::accepted);
    evidence.history().readings().forEach(check::reading);
    return check.violations;
  }

  private record Span(long from, long until) {
    long nanos() {
      return Math.max(0, until - from);
    }

    Span in(Span other) {
      return new Span(Math.max(from, other.from), Math.min(until, other.until));
    }
  }

  /** Checks the time from the acceptance of a message to the first frame of its run. */
  private void accepted(Submission submission) {
    if (!submission.accepted() || waitsForOthers(submission)) {
      return;
    }
    evidence.history().readings().stream()
        .filter(reading -> reading.run() != null && submission.runs().contains(reading.run()))
        .filter(reading -> !reading.frames().isEmpty())
        .mapToLong(reading -> reading.frames().getFirst().at())
        .min()
        .ifPresent(
            first ->
                within(
                    new Span(submission.acceptedAt(), first),
                    false,
                    "no frame of run %s arrived after the acceptance of %s"
                        .formatted(submission.runs(), submission.key())));
  }

  /** Whether another run of the thread may be executed first. */
  private boolean waitsForOthers(Submission submission) {
    return !submission.mode().equals("interrupt")
        && evidence.submissionsOf(submission.thread()).stream()
            .anyMatch(
                other ->
                    !other.key().equals(submission.key())
                        && other.sent() < submission.acceptedAt());
  }

  private void reading(Reading reading) {
    Frame before = null;
    boolean delegates = false;
    for (Frame frame : reading.frames()) {
      if (before != null) {
        gap(reading, before, frame, delegates);
      }
      before = frame;
      delegates = frame.isRunEvent() ? frame.startsDelegate() : delegates;
    }
  }

  private void gap(Reading reading, Frame before, Frame after, boolean delegates) {
    long from = before.isSuspension() ? decided(reading, before, after) : before.at();
    within(
        new Span(from, after.at()),
        delegates,
        "%s of run %s received nothing after %s"
            .formatted(reading.reader(), reading.run(), before));
  }

  /**
   * @param delegates whether the run waits for delegates: their work continues first, then its own
   */
  private void within(Span gap, boolean delegates, String violation) {
    long limit = evidence.rules().recovery().toNanos() * (delegates ? 2 : 1);
    if (gap.nanos() > limit && gap.nanos() - excused(gap, delegates) > limit) {
      violations.add("%s for %.1f s".formatted(violation, gap.nanos() / 1e9));
    }
  }

  /** When the last decision or cancellation between the two frames was answered. */
  private long decided(Reading reading, Frame before, Frame after) {
    return evidence.history().commands().stream()
        .filter(command -> command.what() != What.INTERRUPT)
        .filter(command -> reading.run().equals(command.run()))
        .mapToLong(Command::at)
        .filter(at -> at >= before.at() && at <= after.at())
        .max()
        .orElse(after.at());
  }

  /** The nanoseconds of the gap in which no run could continue. */
  private long excused(Span gap, boolean delegates) {
    var boundaries =
        evidence.history().outages().stream()
            .flatMap(outage -> Stream.of(outage.from(), outage.until()))
            .filter(at -> at > gap.from() && at < gap.until())
            .sorted()
            .toList();
    long sum = 0;
    long from = gap.from();
    for (int i = 0; i <= boundaries.size(); i++) {
      long until = i < boundaries.size() ? boundaries.get(i) : gap.until();
      if (impossible(new Span(from, until), delegates)) {
        sum += until - from;
      }
      from = until;
    }
    return sum;
  }

  private boolean impossible(Span span, boolean delegates) {
    List<Outage> over =
        evidence.history().outages().stream()
            .filter(outage -> new Span(outage.from(), outage.until()).in(span).nanos() > 0)
            .toList();
    int all = evidence.rules().nodes();
    long nodes =
        over.stream()
            .mapToInt(Outage::part)
            .filter(part -> part >= 0 && part < all)
            .distinct()
            .count();
    return nodes == all
        || over.stream().anyMatch(Outage::total)
        || delegates && over.stream().anyMatch(evidence::ofRemote);
  }
}
