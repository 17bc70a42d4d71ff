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
 * What a run came to, summed up from its committed events: for whoever ends a run in place of its
 * owner, or goes on with it. Not thread-safe.
 */
public final class RunTotals {
  // A step that was repeated begins twice under one message id.
  private final Set<String> steps = new HashSet<>();
  private int unended;
  private long inputTokens;
  private long outputTokens;
  private Cost cost;

  /** Adds the entries of one segment. */
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

  /** Whether the last step has no end. */
  public boolean stepOpen() {
    return unended > 0;
  }

  /** Steps begun. */
  public int steps() {
    return steps.size();
  }

  /** Tokens of all prompts. */
  public long inputTokens() {
    return inputTokens;
  }

  /** Tokens of all answers. */
  public long outputTokens() {
    return outputTokens;
  }

  /** Of all calls whose model has prices; null where none has. */
  public Cost cost() {
    return cost;
  }

  /** The outcome of a run that ends now, without a last answer. */
  public RunOutcome outcome(TerminationReason why) {
    return new RunOutcome(why, null, steps.size(), inputTokens, outputTokens, cost);
  }
}
