package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Exposure;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.PromptMessage;
import io.awaken.core.spec.PromptSpec.Role;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subscriptions since 2026-07-28. */
@Rows(1114)
class McpListenTest {

  private static final String TASKS = "{'extensions':{'io.modelcontextprotocol/tasks':{}}}";

  private final McpApi api = new McpApi(Script.builder().says("Hello world").repeating().build());

  private FakeExchange listen(String notifications, String can) {
    FakeExchange stream =
        api.open(
            modern("subscriptions/listen", null),
            modernRequest(
                7, "subscriptions/listen", "{'notifications':%s}".formatted(notifications), can));
    if (stream.resumed() == 0) {
      stream.output.begin();
    }
    return stream;
  }

  private FakeExchange listen(String notifications) {
    return listen(notifications, "{}");
  }

  /** The messages of the next seconds. */
  private List<JsonNode> later(FakeExchange stream) {
    for (int i = 0; i < 8; i++) {
      api.timer.advance(Duration.ofSeconds(1));
      api.threads.runAll();
    }
    return McpApi.messages(stream.output.arrived());
  }

  private List<JsonNode> now(FakeExchange stream) {
    return McpApi.messages(stream.output.arrived());
  }

  private void call(String thread) {
    String params = "{'name':'a','arguments':{'message':'Hi','thread_id':'%s'}}".formatted(thread);
    api.messages(api.open(modern("tools/call", "a"), modernRequest(1, "tools/call", params, "{}")));
  }

  private static PromptSpec prompt(String id) {
    return new PromptSpec(id, null, null, null, List.of(new PromptMessage(Role.USER, "x")));
  }

  private void offer(String agent) {
    AgentSpec offered =
        AgentSpec.of(agent, api.node.registry.get().agents().get("a").modelId()).toBuilder()
            .expose(Exposure.MCP)
            .build();
    api.node.registry.publish(current -> current.with(offered));
  }

  @Test
  void aSubscriptionIsAcknowledgedWithItsTopics() {
    call("t");

    List<JsonNode> messages =
        now(
            listen(
                "{'toolsListChanged':true,'promptsListChanged':true,'resourcesListChanged':true,"
                    + "'resourceSubscriptions':['awaken://threads/t','awaken://threads/none']}"));

    assertThat(messages)
        .containsExactly(
            json(
                """
                {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{
                "notifications":{"toolsListChanged":true,"promptsListChanged":true,
                "resourceSubscriptions":["awaken://threads/t"]},
                "_meta":{"io.modelcontextprotocol/subscriptionId":7}}}
                """));
  }

  @Test
  void changesOfListsAreNotified() {
    FakeExchange stream = listen("{'toolsListChanged':true,'promptsListChanged':true}");
    now(stream);
    assertThat(later(stream)).isEmpty();

    offer("b");
    api.prompts = List.of(prompt("p"));

    List<JsonNode> messages = later(stream);
    assertThat(messages)
        .extracting(each -> each.get("method").asText())
        .containsExactlyInAnyOrder(
            "notifications/tools/list_changed", "notifications/prompts/list_changed");
    assertThat(messages)
        .allMatch(
            each -> each.at("/params/_meta/io.modelcontextprotocol~1subscriptionId").asInt() == 7);
    assertThat(later(stream)).isEmpty();
  }

  @Test
  void aChangeOfTheRegistryIsNotifiedAtOnce() {
    FakeExchange stream = listen("{'toolsListChanged':true}");
    now(stream);

    offer("b");
    api.threads.runAll();

    assertThat(now(stream))
        .extracting(each -> each.get("method").asText())
        .containsExactly("notifications/tools/list_changed");
    assertThat(later(stream)).isEmpty();
  }

  @Test
  void aChangedDocumentIsNotifiedUntilItIsDeleted() {
    api.resources = List.of(document("one"));
    FakeExchange stream = listen("{'resourceSubscriptions':['docs://d','docs://none']}");
    assertThat(now(stream).getFirst().at("/params/notifications/resourceSubscriptions"))
        .isEqualTo(json("[\"docs://d\"]"));

    api.resources = List.of(document("two"));
    assertThat(later(stream))
        .singleElement()
        .satisfies(
            notification -> {
              assertThat(notification.get("method").asText())
                  .isEqualTo("notifications/resources/updated");
              assertThat(notification.at("/params/uri").asText()).isEqualTo("docs://d");
            });
    api.resources = List.of();
    assertThat(later(stream)).hasSize(1);
    assertThat(later(stream)).isEmpty();
  }

  private static ResourceSpec document(String text) {
    return new ResourceSpec("d", "docs://d", null, null, null, null, text, null, null);
  }

  @Test
  void onlyRequestedTopicsAreNotified() {
    FakeExchange stream = listen("{'promptsListChanged':true,'toolsListChanged':false}");
    now(stream);

    offer("b");
    call("t");

    assertThat(later(stream)).isEmpty();
  }

  @Test
  void anUnchangedToolListIsNotNotified() {
    FakeExchange stream = listen("{'toolsListChanged':true}");
    now(stream);

    AgentSpec hidden = AgentSpec.of("hidden", api.node.registry.get().agents().get("a").modelId());
    api.node.registry.publish(current -> current.with(hidden));

    assertThat(later(stream)).isEmpty();
  }

  @Test
  void aContinuedThreadIsNotified() {
    call("t");
    FakeExchange stream =
        listen("{'resourceSubscriptions':['awaken://threads/t','awaken://threads/t']}");
    now(stream);

    call("other");
    assertThat(later(stream)).isEmpty();
    call("t");

    assertThat(later(stream))
        .singleElement()
        .satisfies(
            notification -> {
              assertThat(notification.get("method").asText())
                  .isEqualTo("notifications/resources/updated");
              assertThat(notification.at("/params/uri").asText()).isEqualTo("awaken://threads/t");
            });
  }

  @Test
  void aTaskIsNotifiedUntilItIsDone() {
    Response called =
        api.post(
            modern("tools/call", "a"),
            modernRequest(1, "tools/call", "{'name':'a','arguments':{'message':'Hi'}}", TASKS));
    String task = body(called).at("/result/taskId").asText();

    FakeExchange stream = listen("{'taskIds':['%s','none']}".formatted(task), TASKS);

    assertThat(now(stream).getFirst().at("/params/notifications/taskIds"))
        .isEqualTo(json("[\"" + task + "\"]"));
    JsonNode first = later(stream).getFirst();
    assertThat(first.get("method").asText()).isEqualTo("notifications/tasks");
    assertThat(first.at("/params/status").asText()).isEqualTo("working");
    api.node.executeAll();
    JsonNode last = later(stream).getLast();
    assertThat(last.at("/params/taskId").asText()).isEqualTo(task);
    assertThat(last.at("/params/status").asText()).isEqualTo("completed");
    assertThat(last.at("/params/result/content/0/text").asText()).isEqualTo("Hello world");
    assertThat(later(stream)).isEmpty();
  }

  @Test
  void aTaskSubscriptionNeedsTheCapability() {
    Response refused = (Response) listen("{'taskIds':['x']}").answered();

    assertThat(refused.getStatus()).isEqualTo(400);
    assertThat(body(refused).at("/error/code").asInt()).isEqualTo(-32021);
  }

  @Test
  @Attacks({"S13", "S15"})
  void nothingIsNotifiedOfAnotherTenantsResources() {
    call("t");
    String run = api.node.stores.runs().list(McpApi.ALL_RUNS).items().getFirst().runId().value();
    api.caller = new Caller("other", McpApi.CALLER, Set.of());

    FakeExchange stream =
        listen(
            "{'resourceSubscriptions':['awaken://threads/t','awaken://runs/%s'],'taskIds':['%s']}"
                .formatted(run, run),
            TASKS);

    assertThat(now(stream).getFirst().at("/params/notifications")).isEmpty();
    api.caller = new Caller("default", McpApi.CALLER, Set.of());
    call("t");
    assertThat(later(stream)).isEmpty();
  }

  @Test
  void aDeletedResourceIsNotifiedOnce() {
    call("t");
    FakeExchange stream = listen("{'resourceSubscriptions':['awaken://threads/t']}");
    now(stream);

    api.node.stores.threads().delete(McpApi.thread("t"), api.caller, false);

    assertThat(later(stream)).hasSize(1);
    assertThat(later(stream)).isEmpty();
  }

  @Test
  void aDisconnectedClientIsForgotten() {
    FakeExchange stream = listen("{'toolsListChanged':true}");
    now(stream);
    later(stream);

    stream.output.breakConnection();
    for (int i = 0; i < 40; i++) {
      api.timer.advance(Duration.ofSeconds(1));
      api.threads.runAll();
    }

    assertThat(api.timer.waiting()).isZero();
    assertThat(api.streams.count()).isZero();
  }

  @Test
  void aStreamClosedByTheServerSendsAResult() throws InterruptedException {
    FakeExchange stream = listen("{'toolsListChanged':true}");
    now(stream);

    api.streams.closeAll(Duration.ZERO);

    assertThat(now(stream))
        .containsExactly(
            json(
                """
                {"jsonrpc":"2.0","id":7,"result":{"resultType":"complete",
                "_meta":{"io.modelcontextprotocol/subscriptionId":7}}}
                """));
  }

  @Test
  void theStreamsOfACallerAreLimited() {
    for (int i = 0; i < 20; i++) {
      assertThat(listen("{}").resumed()).isZero();
    }

    Response refused = (Response) listen("{}").answered();

    assertThat(refused.getStatus()).isEqualTo(429);
    assertThat(body(refused).at("/error/data/code").asText()).isEqualTo("too_many_streams");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3|notifications must be an object",
        "{'toolsListChanged':1}|notifications.toolsListChanged must be true or false",
        "{'resourceSubscriptions':'x'}|notifications.resourceSubscriptions must be an array of"
            + " strings",
        "{'taskIds':[1]}|notifications.taskIds must be an array of strings",
        "{'taskIds':['1','2','3','4','5','6'],'resourceSubscriptions':['1','2','3','4','5']}|"
            + "notifications.resourceSubscriptions and notifications.taskIds must have at most 10"
            + " entries together"
      })
  void invalidTopicsAreRefusedWithTheirField(String notifications, String message) {
    JsonNode error = body((Response) listen(notifications, TASKS).answered()).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.get("message").asText()).isEqualTo(message);
  }
}
