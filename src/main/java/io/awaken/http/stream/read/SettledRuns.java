package io.awaken.http.stream.read;

import io.awaken.core.decision.QuestionCounts;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
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
    boolean waits = run.status() == RunStatus.WAITING;
    return QuestionCounts.of(waits ? suspensions.ofRun(run.runId()) : List.of())
        .settled(run.status());
  }
}
