package io.awaken.chaos.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Set;

/**
 * One frame of an event stream as a client received it.
 *
 * @param at when it arrived, in nanoseconds of the round's clock
 * @param id the cursor, {@code epoch-sequence-print}
 * @param name the value of the frame's {@code event} field; null for an event of the run
 * @param data one line of JSON
 */
public record Frame(long at, String id, String name, String data) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Events that are streamed before their commit and that a reset may withdraw. */
  private static final Set<String> PROVISIONAL =
      Set.of(
          "run_start",
          "text_delta",
          "reasoning_delta",
          "tool_call_start",
          "tool_call_delta",
          "tool_call_cancel",
          "stream_reset",
          "activity_snapshot",
          "activity_delta",
          "step_start");

  public JsonNode json() {
    try {
      return JSON.readTree(data);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not JSON: " + data, e);
    }
  }

  /** The event type, or the frame's own name. */
  public String type() {
    return name != null ? name : json().path("event_type").asText();
  }

  public String field(String field) {
    return json().path(field).asText();
  }

  public long sequence() {
    return Long.parseLong(id.split("-")[1]);
  }

  public long epoch() {
    return Long.parseLong(id.split("-")[0]);
  }

  /** Whether the frame is an event of the run, not a reset or a named frame. */
  public boolean isRunEvent() {
    return name == null && !type().equals("reset");
  }

  /** Whether a reset may withdraw it. */
  boolean provisional() {
    return PROVISIONAL.contains(type());
  }

  /** The termination type of a {@code run_finish} event; empty for other events. */
  public String terminationType() {
    return type().equals("run_finish") ? json().at("/termination/type").asText() : "";
  }

  /** Whether it is the run's terminal event. */
  public boolean isTerminal() {
    return !terminationType().isEmpty() && !isSuspension();
  }

  /** Whether the run waits for a decision. */
  public boolean isSuspension() {
    return terminationType().equals("suspended");
  }

  /** Whether a delegate starts to work for a call of the run. */
  boolean startsDelegate() {
    return type().equals("custom") && field("name").equals("subagent_started");
  }

  /** The field of a custom event's value. */
  String value(String field) {
    return json().path("value").path(field).asText();
  }

  /** Whether id and data are equal; the arrival time does not count. */
  boolean same(Frame other) {
    return id.equals(other.id) && data.equals(other.data);
  }

  @Override
  public String toString() {
    return "%8.3f %s %s".formatted(at / 1e9, id, name == null ? data : name + " " + data);
  }
}
