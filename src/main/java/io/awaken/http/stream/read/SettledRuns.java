package io.awaken.http.stream.read;

import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.List;

/**
 * Finds runs that publish nothing more on their own: ended ones, and those that wait for a
 * decision. Each call is a query and may block. Thread-safe.
 */
@FunctionalInterface
public interface SettledRuns {

  /** Whether the run publishes nothing beyond its last commit until a client acts. */
  boolean settled(RunId runId);

  /**
   * @return reads these stores; an unknown run counts as settled
   */
  static SettledRuns of(RunStore runs, SuspensionStore suspensions) {
    return runId -> runs.find(runId).map(run -> settled(run, suspensions)).orElse(true);
  }

  /** For a run that was already read. */
  static boolean settled(RunRecord run, SuspensionStore suspensions) {
    return switch (run.status()) {
      case DONE -> true;
      case WAITING -> !resumes(suspensions.ofRun(run.runId()));
      case CREATED, RUNNING -> false;
    };
  }

  /**
   * A run with a stored decision resumes by itself, before its status changes, and so does one that
   * waits for other runs or, without a question, for its tasks only.
   */
  private static boolean resumes(List<SuspensionRecord> questions) {
    List<SuspensionRecord> open =
        questions.stream().filter(each -> each.status() == SuspensionStatus.OPEN).toList();
    boolean runsOnly = open.stream().noneMatch(SuspensionRecord::ofPeople);
    return runsOnly
        || questions.stream()
            .anyMatch(
                each ->
                    each.status() == SuspensionStatus.DECIDED
                        && !(each.batch() && !open.isEmpty()));
  }
}
