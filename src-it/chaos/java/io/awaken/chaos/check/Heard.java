package io.awaken.chaos.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Set;

/**
 * One frame of an event stream as it came.
 *
 * @param at when, in nanoseconds of the round's clock
 * @param id the cursor, {@code epoch-sequence-print}
 * @param name the frame's own name; null for an event of the run
 * @param data one line of JSON
 */
public record Heard(long at, String id, String name, String data) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What may be told before it is committed, and taken back. */
  private static final Set<String> UNSURE =
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

  /** What happened, or the frame's own name. */
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

  /** Whether it stands for something that happened in the run. */
  public boolean event() {
    return name == null && !type().equals("reset");
  }

  /** Whether it may be taken back. */
  boolean unsure() {
    return UNSURE.contains(type());
  }

  /** Why the run ended or rests; empty when it does not. */
  public String ending() {
    return type().equals("run_finish") ? json().at("/termination/type").asText() : "";
  }

  /** Whether nothing of the run comes behind it. */
  public boolean last() {
    return !ending().isEmpty() && !pause();
  }

  /** Whether the run waits for a decision. */
  public boolean pause() {
    return ending().equals("suspended");
  }

  /** Whether it tells the same, whenever it came. */
  boolean same(Heard other) {
    return id.equals(other.id) && data.equals(other.data);
  }

  @Override
  public String toString() {
    return "%8.3f %s %s".formatted(at / 1e9, id, name == null ? data : name + " " + data);
  }
}
