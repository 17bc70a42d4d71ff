package io.awaken.protocol.aisdk.routes;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.event.EventLog;
import java.util.List;
import java.util.Set;

/** Finds the position of a client that repeats its answers because it lost the response. */
final class ParkedPlace {

  private static final int PAGE = 32;

  private ParkedPlace() {}

  /**
   * The pause before the run last continued with one of these calls; the start of the run if it has
   * not.
   */
  static Cursor before(EventLog log, RunId run, Set<String> calls) {
    Cursor parked = Cursor.START;
    Cursor place = Cursor.START;
    long sequence = 0;
    List<Segment> page;
    do {
      page = log.read(run, sequence, PAGE);
      for (Segment segment : page) {
        for (StreamEvent placed : segment.eventsAfter(sequence)) {
          switch (placed.event()) {
            case AgentEvent.RunFinish end
                when end.termination() instanceof TerminationReason.Suspended ->
                parked = placed.cursor();
            case AgentEvent.ToolCallResumed resumed when calls.contains(resumed.targetId()) ->
                place = parked;
            default -> {
              // Irrelevant to the position.
            }
          }
          sequence = placed.cursor().sequence();
        }
      }
    } while (page.size() == PAGE);
    return place;
  }
}
