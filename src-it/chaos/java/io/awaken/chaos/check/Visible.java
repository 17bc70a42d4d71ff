package io.awaken.chaos.check;

import io.awaken.chaos.check.Found.Job;
import io.awaken.chaos.check.Found.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * I7: what was given up is in the dead letter with its reason, its attempts and its payload, and
 * nothing else is; no job stays that is neither over nor given up.
 */
final class Visible {

  private final Evidence evidence;
  private final List<String> broken = new ArrayList<>();

  private Visible(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> broken(Evidence evidence) {
    var check = new Visible(evidence);
    evidence.found().jobs().forEach(check::job);
    evidence.found().runs().values().forEach(check::run);
    return check.broken;
  }

  private void job(Job job) {
    if (!job.status().equals("dead_letter")) {
      broken.add("job %s is %s".formatted(job.id(), job.status()));
      return;
    }
    if (!evidence.poisoned(job.thread())) {
      broken.add("job %s was given up: %s".formatted(job.id(), job.error()));
    }
    if (job.error() == null || !job.payload()) {
      broken.add("job %s was given up without its reason or its payload".formatted(job.id()));
    }
    if (job.attempts() != evidence.rules().maxAttempts()) {
      broken.add("job %s was given up after %d attempts".formatted(job.id(), job.attempts()));
    }
  }

  private void run(Run run) {
    boolean failed = run.termination() != null && run.termination().equals("error");
    boolean dead =
        evidence.found().jobs().stream()
            .anyMatch(job -> job.status().equals("dead_letter") && job.run().equals(run.id()));
    if (failed && !dead) {
      broken.add("run %s failed, and is not in the dead letter".formatted(run.id()));
    }
  }
}
