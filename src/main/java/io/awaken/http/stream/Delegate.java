package io.awaken.http.stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.decision.Delegation;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run that a call started, as the reader of a run above it sees it (features row 195). Immutable.
 *
 * @param path the sequence numbers of the events that started it and the delegates above it, from
 *     the reader's run down
 * @param runId its run
 * @param parentRunId the run of the call
 * @param agentId the agent that was asked
 * @param toolCallId the call
 */
public record Delegate(
    List<Long> path, RunId runId, RunId parentRunId, String agentId, String toolCallId) {

  public Delegate {
    path = List.copyOf(path);
  }

  /**
   * The delegate that an event announces; empty for any other event. Plugins and tools can publish
   * such events, too, so that only the delegate's own {@code run_start} proves it.
   *
   * @param above the path of the run that published the event; empty for the reader's own
   */
  public static Optional<Delegate> announced(List<Long> above, RunId by, StreamEvent event) {
    if (!(event.event() instanceof AgentEvent.Custom custom)
        || !custom.name().equals(Delegation.STARTED)) {
      return Optional.empty();
    }
    JsonNode value = custom.value();
    RunId run = run(custom);
    if (run == null || !value.path("name").isTextual() || !value.path("tool_call_id").isTextual()) {
      return Optional.empty();
    }
    List<Long> path = new ArrayList<>(above);
    path.add(event.cursor().sequence());
    String agent = value.get("name").textValue();
    return Optional.of(new Delegate(path, run, by, agent, value.get("tool_call_id").textValue()));
  }

  /** The run that a custom event is about; null without one. */
  public static RunId run(AgentEvent.Custom custom) {
    JsonNode id = custom.value() == null ? null : custom.value().get("run_id");
    try {
      return id == null || !id.isTextual() ? null : new RunId(id.textValue());
    } catch (InvalidId e) {
      return null;
    }
  }

  /** Whether an event is the first one of this run, and the run was started by that call's run. */
  public boolean begins(AgentEvent event) {
    return event instanceof AgentEvent.RunStart start
        && runId.value().equals(start.runId())
        && parentRunId.value().equals(start.parentRunId());
  }

  /** Delegations between the reader's run and this one, from 1. */
  public int depth() {
    return path.size();
  }
}
