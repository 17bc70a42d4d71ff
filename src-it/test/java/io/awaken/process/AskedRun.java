package io.awaken.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;

/**
 * A run that waits for a decision, as clients see it.
 *
 * @param id the run
 * @param thread its thread
 * @param call the call that waits
 */
record AskedRun(String id, String thread, String call) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Begins a run that waits, and reads it until it does. */
  static AskedRun begin(Api api, String agent) throws IOException, InterruptedException {
    try (EventStream stream = api.run(agent)) {
      List<Frame> frames = stream.untilItEnds();
      Frame asks = Frame.calls(frames).getFirst();
      Frame start = frames.getFirst();
      return new AskedRun(start.field("run_id"), start.field("thread_id"), asks.field("id"));
    }
  }

  JsonNode document(Api api) throws IOException, InterruptedException {
    return JSON.readTree(api.get("v1/runs/" + id));
  }

  /** The question that is open. */
  JsonNode ticket(Api api) throws IOException, InterruptedException {
    return document(api).at("/waiting/tickets/0");
  }

  /** The body of a decision about the call. */
  ObjectNode decision(String action) {
    return JsonNodeFactory.instance.objectNode().put("tool_call_id", call).put("action", action);
  }

  HttpResponse<String> decide(Api api, ObjectNode decision)
      throws IOException, InterruptedException {
    return api.answer("POST", "v1/runs/" + id + "/decision", decision.toString());
  }

  void awaitStatus(Api api, String status) throws InterruptedException {
    Conditions.await(
        "run " + id + " to be " + status,
        () -> document(api).path("status").asText().equals(status));
  }

  static JsonNode json(HttpResponse<String> response) throws IOException {
    return JSON.readTree(response.body());
  }
}
