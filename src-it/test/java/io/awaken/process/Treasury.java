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
 * A server that checks tokens, with agents that ask before they book their own name, and clients of
 * its callers.
 */
final class Treasury implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Asks for the runs. */
  final Api clerk;

  /** Of the same tenant, with the role that approves. */
  final Api treasurer;

  /** With the same role in another tenant. */
  final Api rival;

  final Api nobody;
  private final ServerProcess server;

  private Treasury(ServerProcess server, Tokens tokens) {
    this.server = server;
    this.clerk = new Api(server.port(), tokens.good("acme", "ada", "clerk"));
    this.treasurer = new Api(server.port(), tokens.good("acme", "ben", "treasurer"));
    this.rival = new Api(server.port(), tokens.good("rival", "eve", "treasurer"));
    this.nobody = new Api(server.port());
  }

  /**
   * @param agents their names, and what their rule about booking has beside
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
   * A run that waits.
   *
   * @param call the call that waits
   * @param last cursor of the last event that was read
   */
  record Asked(String run, String thread, String call, String last) {

    ObjectNode decision(String action) {
      return JsonNodeFactory.instance.objectNode().put("tool_call_id", call).put("action", action);
    }
  }

  /** A run of the clerk's, read until it waits. */
  Asked begin(String agent) throws Exception {
    try (EventStream stream = clerk.run(agent)) {
      List<Frame> frames = stream.untilItEnds();
      Frame start = frames.getFirst();
      Frame asks = Frame.calls(frames).getFirst();
      assertThat(asks.field("outcome")).isEqualTo("suspended");
      assertThat(frames.getLast().json().at("/termination/type").asText()).isEqualTo("suspended");
      return new Asked(
          start.field("run_id"), start.field("thread_id"), asks.field("id"), frames.getLast().id());
    }
  }

  /** What the run tells after it has waited. */
  List<Frame> rest(Asked asked) throws Exception {
    try (EventStream stream = clerk.events(asked.run(), asked.last())) {
      return stream.untilItEnds();
    }
  }

  /** The open question of the thread; missing when there is none. */
  JsonNode open(Asked asked) throws Exception {
    return json(treasurer.get("v1/threads/" + asked.thread() + "/suspensions")).at("/items/0");
  }

  /** A message of the clerk's to the thread. */
  HttpResponse<String> write(Asked asked, String agent, String mode) throws Exception {
    String body =
        "{\"agent_id\":\"%s\",\"thread_id\":\"%s\",\"mode\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"And?\"}]}"
            .formatted(agent, asked.thread(), mode);
    return clerk.answer("POST", "v1/runs", body);
  }

  /** What the tool did so far. */
  List<String> booked() throws Exception {
    try (EventStream stream = clerk.run("auditor")) {
      JsonNode entries = Frame.calls(stream.untilItEnds()).getFirst().json().at("/result/data");
      return entries.valueStream().map(JsonNode::asText).toList();
    }
  }

  static JsonNode json(String text) throws Exception {
    return JSON.readTree(text);
  }

  @Override
  public void close() {
    List.of(clerk, treasurer, rival, nobody).forEach(Api::close);
    server.close();
  }
}
