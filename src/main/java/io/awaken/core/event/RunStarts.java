package io.awaken.core.event;

import io.awaken.core.run.Lineage;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;

/**
 * Creates the first event of a run, for its owner and for code that ends a run without any event.
 * Stateless.
 */
public final class RunStarts {

  private RunStarts() {}

  /**
   * The first event of a run.
   *
   * @param from where the run comes from
   * @param supersedes the first message that the run removed from the conversation; null for none
   */
  public static AgentEvent.RunStart of(
      ThreadId threadId, RunId runId, Lineage from, String supersedes) {
    return new AgentEvent.RunStart(
        threadId.value(),
        runId.value(),
        from.parentThreadId() == null ? null : from.parentThreadId().value(),
        from.parentRunId() == null ? null : from.parentRunId().value(),
        from.origin(),
        from.sender(),
        supersedes);
  }
}
