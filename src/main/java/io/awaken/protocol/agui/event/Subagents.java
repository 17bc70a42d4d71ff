package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.decision.Delegation;
import io.awaken.core.event.AgentEvent;
import io.awaken.http.stream.Delegate;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes the life cycle of sub-agents: custom events named {@value #STARTED}, {@value #FINISHED}
 * and {@value #FAILED}, whose value names the run as {@code run_id}, become protocol events for
 * clients of 1.0. No sub-agent stays open at the end of a run. For one thread at a time.
 */
final class Subagents {

  static final String STARTED = Delegation.STARTED;
  static final String FINISHED = Delegation.FINISHED;
  static final String FAILED = Delegation.FAILED;

  private final EventWriter events;
  private final Dialect dialect;
  private final Set<String> active = new LinkedHashSet<>();
  private final Set<String> closed = new HashSet<>();

  Subagents(EventWriter events, Dialect dialect) {
    this.events = events;
    this.dialect = dialect;
  }

  /**
   * Writes an event of a sub-agent.
   *
   * @param by writes it
   * @return false when the client's dialect has no such event
   */
  boolean write(AgentEvent.Custom custom, EventWriter by) throws IOException {
    String id = text(custom.value(), "run_id");
    if (!dialect.current() || id == null) {
      return false;
    }
    return switch (custom.name()) {
      case STARTED -> started(id, custom.value(), by);
      case FINISHED -> finished(id, by);
      case FAILED -> failed(id, text(custom.value(), "message"), text(custom.value(), "code"), by);
      default -> false;
    };
  }

  private boolean started(String id, JsonNode value, EventWriter by) throws IOException {
    String name = text(value, "name");
    if (name == null || closed.contains(id) || !active.add(id)) {
      return false;
    }
    String parent = text(value, "parent_run_id");
    by.texts(
        "SUBAGENT_STARTED",
        "subagentRunId",
        id,
        "name",
        name,
        "parentSubagentRunId",
        active.contains(parent) || closed.contains(parent) ? parent : null,
        "parentToolCallId",
        by.call(text(value, "tool_call_id")));
    return true;
  }

  private boolean finished(String id, EventWriter by) throws IOException {
    if (!ends(id)) {
      return false;
    }
    outcome(id, "success", by);
    return true;
  }

  private boolean failed(String id, String message, String code, EventWriter by)
      throws IOException {
    if (!ends(id)) {
      return false;
    }
    by.texts(
        "SUBAGENT_ERROR",
        "subagentRunId",
        id,
        "message",
        message == null ? "" : message,
        "code",
        code);
    return true;
  }

  private boolean ends(String id) {
    return active.remove(id) && closed.add(id);
  }

  private void outcome(String id, String type, EventWriter by) throws IOException {
    by.event(
        "SUBAGENT_FINISHED",
        json -> {
          json.writeStringField("subagentRunId", id);
          json.writeObjectFieldStart("outcome");
          json.writeStringField("type", type);
          json.writeEndObject();
        });
  }

  /** Whether a delegate is active for the reader. */
  boolean shows(Delegate delegate) {
    return active.contains(delegate.runId().value());
  }

  /** Ends a delegate whose events were discarded. */
  void discarded(Delegate delegate, EventWriter by) throws IOException {
    failed(delegate.runId().value(), "its events were discarded", "reset", by);
  }

  /**
   * Ends the protocol run.
   *
   * @param waits whether it continues later, together with its sub-agents
   */
  void close(boolean waits) throws IOException {
    for (String id : List.copyOf(active)) {
      if (waits) {
        ends(id);
        outcome(id, "suspended", events);
      } else {
        failed(id, "its parent run has ended", "run_over", events);
      }
    }
  }

  /** Begins another protocol run. */
  void forget() {
    active.clear();
    closed.clear();
  }

  /** The sub-agents that are active for the reader. */
  Set<String> active() {
    return Set.copyOf(active);
  }

  /** Ends sub-agents of an earlier encoder that are no longer active. */
  void end(Set<String> before) throws IOException {
    for (String id : before) {
      if (!active.contains(id) && !closed.contains(id)) {
        active.add(id);
        failed(id, "its events were discarded", "reset", events);
      }
    }
  }

  private static String text(JsonNode value, String field) {
    JsonNode found = value.get(field);
    return found == null || !found.isTextual() ? null : found.textValue();
  }
}
