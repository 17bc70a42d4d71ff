package io.awaken.http.stream;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds where a run continued after a suspension, for clients whose streams begin there. Reads the
 * run's log from the start; only repeated requests and reconnecting readers need it. Thread-safe.
 */
public final class RunPauses {

  private static final int PAGE = 64;

  private final EventLog log;

  public RunPauses(EventLog log) {
    this.log = log;
  }

  /** The last pause after which the run continued; the start if there is none. */
  public Cursor last(RunId run) {
    return before(run, event -> true).orElse(Cursor.START);
  }

  /** The pause before the run last continued with one of these calls; empty if it has not. */
  public Optional<Cursor> resumed(RunId run, Set<String> calls) {
    return before(
        run,
        event -> event instanceof AgentEvent.ToolCallResumed on && calls.contains(on.targetId()));
  }

  /** The pause before the last matching event. */
  private Optional<Cursor> before(RunId run, Predicate<AgentEvent> filter) {
    Cursor pause = Cursor.START;
    Cursor found = null;
    long after = 0;
    List<Segment> page = log.read(run, after, PAGE);
    while (!page.isEmpty()) {
      for (Segment segment : page) {
        for (StreamEvent each : segment.eventsAfter(after)) {
          found = filter.test(each.event()) ? pause : found;
          pause = each.event() instanceof AgentEvent.RunFinish ? each.cursor() : pause;
        }
        after = segment.lastSequence();
      }
      page = log.read(run, after, PAGE);
    }
    return Optional.ofNullable(found);
  }
}
