package io.awaken.core.store.run;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Segment;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.Cost;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Totals of a run's committed events, for ending a run without its owner and for resuming it. Not
 * thread-safe.
 */
public final class RunTotals {
  // A repeated step begins twice under one message id.
  private final Set<String> steps = new HashSet<>();
  private int unended;
  private long inputTokens;
  private long outputTokens;
  private Cost cost;

  public void add(List<Segment.Entry> entries) {
    for (Segment.Entry entry : entries) {
      if (entry.event() instanceof AgentEvent.StepStart start) {
        steps.add(start.messageId());
        unended++;
      } else if (entry.event() instanceof AgentEvent.StepEnd) {
        unended--;
      } else if (entry.event() instanceof AgentEvent.InferenceComplete complete) {
        add(complete.usage());
      }
    }
  }

  private void add(TokenUsage usage) {
    if (usage != null) {
      inputTokens += usage.promptTokens() == null ? 0 : usage.promptTokens();
      outputTokens += usage.completionTokens() == null ? 0 : usage.completionTokens();
      cost = Cost.sum(cost, usage.cost());
    }
  }

  /** Returns whether the last step is unfinished. */
  public boolean stepOpen() {
    return unended > 0;
  }

  public int steps() {
    return steps.size();
  }

  public long inputTokens() {
    return inputTokens;
  }

  public long outputTokens() {
    return outputTokens;
  }

  /** Cost of all model calls with a price; null when no model has one. */
  public Cost cost() {
    return cost;
  }

  /** The outcome of a run that ends now without an answer. */
  public RunOutcome outcome(TerminationReason why) {
    return new RunOutcome(why, null, steps.size(), inputTokens, outputTokens, cost);
  }
}
