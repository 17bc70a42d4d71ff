package io.awaken.core.commit;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import java.util.List;
import java.util.Optional;

/** Reads runs, and takes cancellations. Thread-safe; each call is a transaction of its own. */
public interface RunStore {

  Optional<RunRecord> find(RunId runId);

  /** The calls of a run in the order in which the model asked for them. */
  List<CallState> calls(RunId runId);

  /** Messages for a run that it has not taken in, in the order of arrival. */
  List<InboxEntry> inbox(RunId runId);

  /**
   * Cancels a run: ends it here when nobody executes it, else leaves a durable note for its owner.
   * Repeating it changes nothing.
   */
  CancelResult cancel(RunId runId, Caller by);

  /** What became of a cancellation. */
  enum CancelResult {
    /** The owner will end the run. */
    REQUESTED,
    /** The run was ended here. */
    ENDED,
    /** It was over before. */
    ALREADY_DONE,
    /** There is no such run. */
    NOT_FOUND
  }
}
