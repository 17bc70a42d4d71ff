package io.awaken.chaos.check;

import io.awaken.chaos.check.FinalState.Job;
import io.awaken.chaos.check.FinalState.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * I7: abandoned jobs, and no others, are in the dead letter with their error, attempts and input;
 * no other job remains.
 */
final class Visible {

  private final Evidence evidence;
  private final List<String> violations = new ArrayList<>();

  private Visible(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> violations(Evidence evidence) {
    var check = new Visible(evidence);
    evidence.finalState().jobs().forEach(check::job);
    evidence.finalState().runs().values().forEach(check::run);
    return check.violations;
  }

  private void job(Job job) {
    if (!job.status().equals("dead_letter")) {
      violations.add("job %s is %s".formatted(job.id(), job.status()));
      return;
    }
    if (!evidence.poisoned(job.thread())) {
      violations.add("job %s was abandoned: %s".formatted(job.id(), job.error()));
    }
    if (job.error() == null || !job.payload()) {
      violations.add("job %s was abandoned without its error or input".formatted(job.id()));
    }
    if (job.attempts() != evidence.rules().maxAttempts()) {
      violations.add("job %s was abandoned after %d attempts".formatted(job.id(), job.attempts()));
    }
  }

  private void run(Run run) {
    boolean failed = run.termination() != null && run.termination().equals("error");
    boolean dead =
        evidence.finalState().jobs().stream()
            .anyMatch(job -> job.status().equals("dead_letter") && job.run().equals(run.id()));
    if (failed && !dead && !evidence.lost(run)) {
      violations.add("run %s failed and is not in the dead letter".formatted(run.id()));
    }
  }
}
