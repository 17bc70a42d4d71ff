package io.awaken.core.loop;

import io.awaken.core.commit.EventLog;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Segment;
import io.awaken.core.run.RunId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the committed events say about a run that goes on.
 *
 * @param lastSequence the last sequence number committed
 * @param steps steps begun
 * @param stepOpen whether the last step has no end
 * @param usage tokens of all model calls
 */
record PastEvents(long lastSequence, int steps, boolean stepOpen, Usage usage) {

  static final PastEvents NONE = new PastEvents(0, 0, false, Usage.NONE);

  private static final int PAGE = 50;

  static PastEvents read(EventLog log, RunId runId) {
    long last = 0;
    boolean open = false;
    Usage usage = Usage.NONE;
    // A step that was repeated begins twice under one message id.
    Set<String> steps = new HashSet<>();
    List<Segment> page;
    do {
      page = log.read(runId, last, PAGE);
      for (Segment segment : page) {
        for (Segment.Entry entry : segment.entries()) {
          switch (entry.event()) {
            case AgentEvent.StepStart start -> {
              steps.add(start.messageId());
              open = true;
            }
            case AgentEvent.StepEnd end -> open = false;
            case AgentEvent.InferenceComplete complete -> usage = usage.plus(complete.usage());
            default -> {}
          }
        }
        last = segment.lastSequence();
      }
    } while (page.size() == PAGE);
    return new PastEvents(last, steps.size(), open, usage);
  }
}
