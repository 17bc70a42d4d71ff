package io.awaken.core.commit;

import io.awaken.core.event.Segment;
import io.awaken.core.run.RunId;
import java.util.List;

/** Reads the committed events of runs. Thread-safe. */
public interface EventLog {

  /**
   * Segments that hold events behind a sequence number, in order.
   *
   * @param afterSequence 0 for the beginning
   * @param limit segments at the most
   */
  List<Segment> read(RunId runId, long afterSequence, int limit);

  /**
   * The last sequence number that was committed under epochs up to the given one; 0 if none. Tells
   * whether a cursor of an older epoch points at an event that was never committed.
   */
  long lastSequence(RunId runId, long epoch);
}
