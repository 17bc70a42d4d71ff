package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A server that checks tokens, with agents that need approval before they book their own name, and
 * API clients of its callers.
 */
final class Treasury implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Submits the runs. */
  final Api clerk;

  /** Of the clerk's tenant, with the approver's role. */
  final Api treasurer;

  /** With the approver's role in another tenant. */
  final Api rival;

  final Api anonymous;
  private final ServerProcess server;

  private Treasury(ServerProcess server, Tokens tokens) {
    this.server = server;
    this.clerk = new Api(server.port(), tokens.good("acme", "ada", "clerk"));
    this.treasurer = new Api(server.port(), tokens.good("acme", "ben", "treasurer"));
    this.rival = new Api(server.port(), tokens.good("rival", "eve", "treasurer"));
    this.anonymous = new Api(server.port());
  }

  /**
   * @param agents their names, and further fields of their rule about booking
   */
  static Treasury serve(Class<?> test, Map<String, Map<String, ?>> agents) throws Exception {
    Workplace at = Workplace.of(test);
    at.deployWith(Ledger.class);
    for (var agent : agents.entrySet()) {
      asking(at.documents(), agent.getKey(), agent.getValue());
    }
    at.documents()
        .agent("auditor", 0, Turns.calls("entries", Map.of()), Turns.says("That is all."));
    var tokens = new Tokens();
    Map<String, String> settings = new HashMap<>(tokens.settings(at.folder()));
    settings.put("awaken.security.anonymous", "true");
    return new Treasury(Servers.start(at, settings), tokens);
  }

  private static void asking(Documents documents, String agent, Map<String, ?> terms)
      throws Exception {
    var rule = new HashMap<String, Object>(terms);
    rule.put("tool", "book");
    rule.put("behavior", "ask");
    documents.guarded(
        agent,
        Map.of("rules", List.of(rule)),
        Turns.calls("book", Map.of("entry", agent)),
        Turns.says("It is done."));
  }

  /**
   * A suspended run.
   *
   * @param call the suspended tool call
   * @param last cursor of the last event that was read
   */
  record WaitingRun(String run, String thread, String call, String last) {

    ObjectNode decision(String action) {
      return JsonNodeFactory.instance.objectNode().put("tool_call_id", call).put("action", action);
    }
  }

  /** Starts a run of the clerk and reads its stream until it is suspended. */
  WaitingRun begin(String agent) throws Exception {
    try (EventStream stream = clerk.run(agent)) {
      List<Frame> frames = stream.readToEnd();
      Frame start = frames.getFirst();
      Frame asks = Frame.calls(frames).getFirst();
      assertThat(asks.field("outcome")).isEqualTo("suspended");
      assertThat(frames.getLast().json().at("/termination/type").asText()).isEqualTo("suspended");
      return new WaitingRun(
          start.field("run_id"), start.field("thread_id"), asks.field("id"), frames.getLast().id());
    }
  }

  /** Reads the events after the suspension. */
  List<Frame> rest(WaitingRun waiting) throws Exception {
    try (EventStream stream = clerk.events(waiting.run(), waiting.last())) {
      return stream.readToEnd();
    }
  }

  /** The open suspension of the thread; a missing node if there is none. */
  JsonNode open(WaitingRun waiting) throws Exception {
    return json(clerk.get("v1/threads/" + waiting.thread() + "/suspensions")).at("/items/0");
  }

  /** Sends a message of the clerk to the thread. */
  HttpResponse<String> write(WaitingRun waiting, String agent, String mode) throws Exception {
    String body =
        "{\"agent_id\":\"%s\",\"thread_id\":\"%s\",\"mode\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"And?\"}]}"
            .formatted(agent, waiting.thread(), mode);
    return clerk.answer("POST", "v1/runs", body);
  }

  /** The entries booked so far. */
  List<String> booked() throws Exception {
    try (EventStream stream = clerk.run("auditor")) {
      JsonNode entries = Frame.calls(stream.readToEnd()).getFirst().json().at("/result/data");
      return entries.valueStream().map(JsonNode::asText).toList();
    }
  }

  static JsonNode json(String text) throws Exception {
    return JSON.readTree(text);
  }

  @Override
  public void close() {
    List.of(clerk, treasurer, rival, anonymous).forEach(Api::close);
    server.close();
  }
}
