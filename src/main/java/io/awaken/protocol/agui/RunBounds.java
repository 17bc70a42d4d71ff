package io.awaken.protocol.agui;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds where protocol runs begin within a run of the server, which is suspended between them.
 * Reads the run's log from the start; only reconnecting readers need it. Thread-safe.
 */
final class RunBounds {

  private static final int PAGE = 64;

  private final EventLog log;

  RunBounds(EventLog log) {
    this.log = log;
  }

  /** The last pause after which the run continued; the start if there is none. */
  Cursor last(RunId run) {
    return find(run, event -> true);
  }

  /** The pause before the part of the run in which the call continued. */
  Cursor resumed(RunId run, String callId) {
    return find(
        run,
        event -> event instanceof AgentEvent.ToolCallResumed on && on.targetId().equals(callId));
  }

  /** The pause before the last matching event; before the last event without a match. */
  private Cursor find(RunId run, Predicate<AgentEvent> filter) {
    Cursor pause = Cursor.START;
    Cursor found = null;
    Cursor last = Cursor.START;
    long after = 0;
    List<Segment> page = log.read(run, after, PAGE);
    while (!page.isEmpty()) {
      for (Segment segment : page) {
        for (StreamEvent each : segment.eventsAfter(after)) {
          last = pause;
          found = filter.test(each.event()) ? pause : found;
          pause = each.event() instanceof AgentEvent.RunFinish ? each.cursor() : pause;
        }
        after = segment.lastSequence();
      }
      page = log.read(run, after, PAGE);
    }
    return found == null ? last : found;
  }
}
