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
 * The committed events of runs. Retention deletes those of runs that are done, and leaves behind up
 * to where it has; of a run that is not done every event is there, also for readers of its thread.
 * Thread-safe.
 */
public interface EventLog {

  /**
   * Bytes of the segments that one look reads from a database: 1 MiB. It brings at least one
   * segment, if there is one, however large that is.
   */
  long PAGE_BYTES = 1 << 20;

  /**
   * Segments that hold events behind a sequence number, in order, of those that are kept.
   *
   * @param afterSequence 0 for the beginning
   * @param limit segments at the most
   */
  List<Segment> read(RunId runId, long afterSequence, int limit);

  /**
   * The last sequence number that was committed under epochs up to the given one, and is kept; 0 if
   * none.
   */
  long lastSequence(RunId runId, long epoch);

  /**
   * What a reader needs that has come to a cursor, in one query.
   *
   * @param limit segments at the most; with 0 nothing is told of what follows
   * @return empty when there is no such run
   */
  Optional<RunLook> look(RunId runId, Cursor behind, int limit);

  /**
   * The same for a reader of a whole thread. Commits come in the order in which they happened; of
   * the position's run, those that it has are left out.
   *
   * @param limit commits at the most; with 0 nothing is told of what follows
   * @return empty when there is no such thread
   */
  Optional<ThreadLook> look(ThreadId threadId, ThreadPosition behind, int limit);

  /**
   * Deletes events of runs that have been done for a while, the oldest first, in one short
   * transaction. Those that stand in their thread behind events of a run that is kept stay with
   * them.
   *
   * @param doneFor how long at the least
   * @param limit segments at the most
   */
  Purged purge(Duration doneFor, int limit);

  /**
   * What a purge did.
   *
   * @param segments deleted
   * @param more whether there may be others to delete
   */
  record Purged(int segments, boolean more) {}
}
