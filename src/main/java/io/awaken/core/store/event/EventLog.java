package io.awaken.core.store.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The committed events of runs. Retention deletes events of finished runs and records the last
 * deleted position. All events of an unfinished run are available, even to readers of its thread.
 * Thread-safe.
 */
public interface EventLog {

  /**
   * Maximum bytes of segments that one query reads from a database: 1 MiB. The query returns at
   * least one segment, if there is one, whatever its size.
   */
  long PAGE_BYTES = 1 << 20;

  /**
   * Returns the retained segments with events after a sequence number, in order.
   *
   * @param afterSequence 0 for the beginning
   * @param limit maximum number of segments
   */
  List<Segment> read(RunId runId, long afterSequence, int limit);

  /**
   * Returns the last retained sequence number committed under this epoch or an earlier one; 0 if
   * none.
   */
  long lastSequence(RunId runId, long epoch);

  /**
   * Reads everything that a reader at a cursor needs, in one query.
   *
   * @param limit maximum number of segments; 0 returns no segments
   * @return empty when the run does not exist
   */
  Optional<RunLogView> view(RunId runId, Cursor behind, int limit);

  /**
   * Reads everything that a reader of a whole thread needs. Commits are returned in commit order,
   * without those of the position's run that the position already includes.
   *
   * @param limit maximum number of commits; 0 returns no commits
   * @return empty when the thread does not exist
   */
  Optional<ThreadLogView> view(ThreadId threadId, ThreadPosition behind, int limit);

  /**
   * Deletes events of runs that finished long enough ago, oldest first, in one short transaction.
   * Events that follow events of a retained run in their thread are retained too.
   *
   * @param doneFor minimum time since the run finished
   * @param limit maximum number of segments
   */
  Purged purge(Duration doneFor, int limit);

  /**
   * The result of a purge.
   *
   * @param segments number deleted
   * @param more whether there may be more to delete
   */
  record Purged(int segments, boolean more) {}
}
