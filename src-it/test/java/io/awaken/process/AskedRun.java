package io.awaken.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;

/**
 * A client's view of a run that waits for a decision.
 *
 * @param id of the run
 * @param thread of the run
 * @param call the suspended tool call
 */
record AskedRun(String id, String thread, String call) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Starts a run and reads its stream until it waits. */
  static AskedRun begin(Api api, String agent) throws IOException, InterruptedException {
    try (EventStream stream = api.run(agent)) {
      List<Frame> frames = stream.readToEnd();
      Frame asks = Frame.calls(frames).getFirst();
      Frame start = frames.getFirst();
      return new AskedRun(start.field("run_id"), start.field("thread_id"), asks.field("id"));
    }
  }

  JsonNode document(Api api) throws IOException, InterruptedException {
    return JSON.readTree(api.get("v1/runs/" + id));
  }

  /** The open suspension. */
  JsonNode ticket(Api api) throws IOException, InterruptedException {
    return document(api).at("/waiting/tickets/0");
  }

  /** The body of a decision on the call. */
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
