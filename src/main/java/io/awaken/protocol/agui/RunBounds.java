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
 * Finds where the runs of the protocol begin within a run of the server, which waits between them.
 * Reads the log of the run from its beginning; only readers that come back need it. Thread-safe.
 */
final class RunBounds {

  private static final int PAGE = 64;

  private final EventLog log;

  RunBounds(EventLog log) {
    this.log = log;
  }

  /** Behind the last pause of a run after which it went on; the beginning where there is none. */
  Cursor last(RunId run) {
    return find(run, event -> true);
  }

  /** For the part of the run in which a call continued. */
  Cursor resumed(RunId run, String callId) {
    return find(
        run,
        event -> event instanceof AgentEvent.ToolCallResumed on && on.targetId().equals(callId));
  }

  /** The pause before the last event that is wanted; before the last event without one. */
  private Cursor find(RunId run, Predicate<AgentEvent> wanted) {
    Cursor pause = Cursor.START;
    Cursor found = null;
    Cursor last = Cursor.START;
    long after = 0;
    List<Segment> page = log.read(run, after, PAGE);
    while (!page.isEmpty()) {
      for (Segment segment : page) {
        for (StreamEvent each : segment.eventsAfter(after)) {
          last = pause;
          found = wanted.test(each.event()) ? pause : found;
          pause = each.event() instanceof AgentEvent.RunFinish ? each.cursor() : pause;
        }
        after = segment.lastSequence();
      }
      page = log.read(run, after, PAGE);
    }
    return found == null ? last : found;
  }
}
