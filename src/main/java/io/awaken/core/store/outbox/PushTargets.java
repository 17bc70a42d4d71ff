package io.awaken.core.store.outbox;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunCommit;
import java.util.List;
import java.util.Optional;

/**
 * Who wants to hear of runs. {@link RunCommit#park} and {@link RunCommit#finish}, and operations
 * that end a run without its owner, write an entry for each target of their run, in its
 * transaction; a run that never had a target costs them nothing. Targets are deleted with their
 * thread. Each call is a separate transaction. Thread-safe.
 */
public interface PushTargets {

  /**
   * Adds a target, or replaces the one with its key. If the run waits or has ended, a new target is
   * told so: its registration may have come late.
   *
   * @param asked the questions for which the run waits, if it does; null for those that are open
   *     when it is told
   * @return false when the run has {@link PushTarget#MOST} others, or does not exist
   */
  boolean put(ThreadId threadId, RunId runId, PushTarget target, OpenQuestions asked);

  /** The targets of a run, ordered by their keys. */
  List<PushTarget> targets(ThreadId threadId, RunId runId);

  /** A target of a run. */
  default Optional<PushTarget> target(ThreadId threadId, RunId runId, String key) {
    return targets(threadId, runId).stream().filter(each -> each.key().equals(key)).findFirst();
  }

  /**
   * Removes a target with its entries.
   *
   * @return false when there is none with this key
   */
  boolean removeTarget(ThreadId threadId, RunId runId, String key);
}
