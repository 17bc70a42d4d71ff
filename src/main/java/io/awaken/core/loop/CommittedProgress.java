package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.loop.activation.Usage;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.run.RunTotals;
import java.util.List;

/**
 * Progress of a resumed run, from its committed events.
 *
 * @param lastSequence the last committed sequence number
 * @param steps steps started
 * @param stepOpen whether the last step has no end
 * @param usage tokens of all model calls
 */
record CommittedProgress(long lastSequence, int steps, boolean stepOpen, Usage usage) {

  static final CommittedProgress NONE = new CommittedProgress(0, 0, false, Usage.NONE);

  private static final int PAGE = 50;

  static CommittedProgress read(EventLog log, RunId runId) {
    long last = 0;
    boolean open = false;
    var totals = new RunTotals();
    boolean more = true;
    while (more) {
      RunLogView page = log.view(runId, new Cursor(Long.MAX_VALUE, last), PAGE).orElse(null);
      more = page != null && page.more();
      for (Segment segment : page == null ? List.<Segment>of() : page.page()) {
        totals.add(segment.entries());
        open = openAfter(segment, open);
        last = segment.lastSequence();
      }
    }
    var usage = new Usage(totals.inputTokens(), totals.outputTokens(), totals.cost());
    return new CommittedProgress(last, totals.steps(), open, usage);
  }

  private static boolean openAfter(Segment segment, boolean before) {
    boolean open = before;
    for (Segment.Entry entry : segment.entries()) {
      switch (entry.event()) {
        case AgentEvent.StepStart start -> open = true;
        case AgentEvent.StepEnd end -> open = false;
        default -> {}
      }
    }
    return open;
  }
}
