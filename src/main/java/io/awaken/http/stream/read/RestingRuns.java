package io.awaken.http.stream.read;

import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.List;

/**
 * Tells which runs say nothing more by themselves: those that are over, and those that wait for
 * somebody to decide. Every question is a query and may block. Thread-safe.
 */
@FunctionalInterface
public interface RestingRuns {

  /** Whether nothing follows what is committed, unless somebody does something. */
  boolean rests(RunId runId);

  /**
   * @return of what these know; a run that nobody knows rests
   */
  static RestingRuns of(RunStore runs, SuspensionStore suspensions) {
    return runId -> runs.find(runId).map(run -> rests(run, suspensions)).orElse(true);
  }

  /** The same for a run that was read already. */
  static boolean rests(RunRecord run, SuspensionStore suspensions) {
    return switch (run.status()) {
      case DONE -> true;
      case WAITING -> !goesOn(suspensions.ofRun(run.runId()));
      case CREATED, RUNNING -> false;
    };
  }

  /** Between a decision that counts and its consequences a run waits for nobody any more. */
  private static boolean goesOn(List<SuspensionRecord> questions) {
    boolean open = questions.stream().anyMatch(each -> each.status() == SuspensionStatus.OPEN);
    return questions.stream()
        .anyMatch(each -> each.status() == SuspensionStatus.DECIDED && !(each.batch() && open));
  }
}
