package io.awaken.chaos.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * I1: an accepted message is stored once and unchanged, and its key always returns the same run; a
 * refused message is not stored.
 */
final class AcceptedIsDurable {

  private final Evidence evidence;
  private final List<String> violations = new ArrayList<>();

  private AcceptedIsDurable(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> violations(Evidence evidence) {
    var check = new AcceptedIsDurable(evidence);
    evidence.history().submissions().forEach(check::submission);
    evidence.history().submissions().stream()
        .collect(Collectors.groupingBy(AcceptedIsDurable::key))
        .forEach(check::sameKey);
    return check.violations;
  }

  private void submission(Submission submission) {
    long times = times(submission);
    if (submission.accepted()) {
      sameRun(submission);
      if (times == 0 && !endedUnread(submission)) {
        violations.add("the message of " + submission.key() + " was accepted and is not stored");
      }
    } else if (times > 0
        && submission.answers().stream().allMatch(answer -> answer.status() >= 400)) {
      violations.add("the message of " + submission.key() + " was refused and is stored");
    }
    if (times > 1) {
      violations.add("the message of " + submission.key() + " is stored " + times + " times");
    }
    for (Submission.Answer answer : submission.answers()) {
      if (answer.status() >= 500 && answer.status() != 503) {
        violations.add("%s was answered with %d".formatted(submission.key(), answer.status()));
      }
    }
  }

  /** The idempotency key: without the suffix that distinguishes submissions with one key. */
  private static String key(Submission submission) {
    int bar = submission.key().indexOf('|');
    return bar < 0 ? submission.key() : submission.key().substring(0, bar);
  }

  private void sameKey(String key, List<Submission> submissions) {
    var runs =
        submissions.stream().flatMap(submission -> submission.runs().stream()).distinct().toList();
    if (submissions.size() > 1 && runs.size() > 1) {
      violations.add("the key " + key + " returned the runs " + runs);
    }
    boolean differs = submissions.stream().map(Submission::text).distinct().count() > 1;
    if (differs && submissions.stream().allMatch(Submission::accepted)) {
      violations.add("a different message was accepted under the key " + key);
    }
  }

  private long times(Submission submission) {
    return evidence.finalState().messages().getOrDefault(submission.thread(), List.of()).stream()
        .filter(
            message -> message.role().equals("user") && message.text().equals(submission.text()))
        .count();
  }

  private void sameRun(Submission submission) {
    var runs = new ArrayList<>(submission.runs());
    String repeated = evidence.finalState().repeatedKeys().get(submission.key());
    if (repeated != null && !runs.contains(repeated)) {
      runs.add(repeated);
    }
    if (runs.size() > 1) {
      violations.add("the key " + submission.key() + " returned the runs " + runs);
    }
    for (String run : runs) {
      if (!evidence.finalState().runs().containsKey(run)) {
        violations.add("run %s of %s does not exist".formatted(run, submission.key()));
      }
    }
    if ("".equals(repeated)) {
      violations.add("the key " + submission.key() + " was refused when it was repeated");
    }
  }

  /** Whether the run never read the message: cancelled before it began, or in the dead letter. */
  private boolean endedUnread(Submission submission) {
    return evidence.poisoned(submission.thread())
        || submission.runs().stream()
            .map(evidence.finalState().runs()::get)
            .anyMatch(run -> run != null && run.termination().equals("cancelled") && !run.began());
  }
}
