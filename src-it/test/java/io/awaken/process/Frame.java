package io.awaken.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/**
 * A frame of an event stream.
 *
 * @param id the cursor, {@code epoch-sequence}
 * @param event the frame's name; null for an event of the run
 * @param data one line of JSON
 */
record Frame(String id, String event, String data) {

  private static final ObjectMapper JSON = new ObjectMapper();

  JsonNode json() {
    try {
      return JSON.readTree(data);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + data, e);
    }
  }

  /** The event type, or the name of a frame that is no event of the run. */
  String type() {
    return event != null ? event : json().path("event_type").asText();
  }

  boolean is(String type) {
    return type().equals(type);
  }

  String field(String name) {
    return json().path(name).asText();
  }

  /** Returns the results and suspensions of tool calls. */
  static List<Frame> calls(List<Frame> run) {
    return run.stream().filter(frame -> frame.is("tool_call_done")).toList();
  }

  long sequence() {
    return Long.parseLong(id.split("-")[1]);
  }

  long epoch() {
    return Long.parseLong(id.split("-")[0]);
  }
}
