package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.request;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions and notifications of clients with sessions, until 2025-11-25. */
@Rows({243, 1115})
class McpSessionNotificationsTest {

  private static final String DOCUMENT = "docs://d";
  private static final String THREAD = "awaken://threads/t";
  private static final int STANDING = 5;

  private final McpApi api = new McpApi(Script.builder().says("Hello world").repeating().build());
  private final Map<String, String> session = api.session("2025-11-25", "{}");

  private FakeExchange listen(Map<String, String> of) {
    FakeExchange stream = api.reconnect(of, null);
    if (stream.resumed() == 0) {
      stream.output.begin();
    }
    return stream;
  }

  private static JsonNode send(McpApi api, Map<String, String> session, String method, String uri) {
    return body(api.post(session, request(1, method, "{'uri':'%s'}".formatted(uri))));
  }

  private JsonNode subscribe(String uri) {
    return send(api, session, "resources/subscribe", uri);
  }

  /** The messages of the next seconds. */
  private List<JsonNode> later(FakeExchange stream) {
    for (int i = 0; i < 8; i++) {
      api.timer.advance(Duration.ofSeconds(1));
      api.threads.runAll();
    }
    return now(stream);
  }

  private static List<JsonNode> now(FakeExchange stream) {
    return McpApi.messages(stream.output.arrived());
  }

  private void document(String text) {
    api.resources =
        List.of(new ResourceSpec("d", DOCUMENT, null, null, null, null, text, null, null));
  }

  private void call(String thread) {
    String params = "{'name':'a','arguments':{'message':'Hi','thread_id':'%s'}}".formatted(thread);
    api.messages(api.open(api.session("2025-11-25", "{}"), request(1, "tools/call", params)));
  }

  private static JsonNode updated(String uri) {
    return json(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"%s\"}}"
            .formatted(uri));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
  void aSessionDeclaresSubscriptionsAndNotifiesOfLists(String version) {
    JsonNode capabilities =
        body(api.post(
                Map.of(),
                request(
                    0,
                    "initialize",
                    "{'protocolVersion':'%s','capabilities':{}}".formatted(version))))
            .at("/result/capabilities");

    assertThat(capabilities.at("/resources/subscribe").asBoolean()).isTrue();
    assertThat(capabilities.at("/tools/listChanged").asBoolean()).isTrue();
    assertThat(capabilities.at("/prompts/listChanged").asBoolean()).isTrue();
  }

  @Test
  void aChangedDocumentIsNotifiedOnTheStandingStream() {
    document("one");
    FakeExchange stream = listen(session);

    assertThat(subscribe(DOCUMENT).get("result")).isEqualTo(json("{}"));
    assertThat(later(stream)).isEmpty();
    document("two");

    assertThat(later(stream)).containsExactly(updated(DOCUMENT));
    assertThat(later(stream)).isEmpty();
  }

  @Test
  void onlyASubscribedThreadIsNotified() {
    call("t");
    subscribe(THREAD);
    FakeExchange stream = listen(session);

    call("other");
    assertThat(later(stream)).isEmpty();
    call("t");

    assertThat(later(stream)).containsExactly(updated(THREAD));
  }

  @Test
  void aChangeDuringADisconnectIsNotifiedAfterReconnecting() {
    document("one");
    subscribe(DOCUMENT);

    document("two");

    assertThat(later(listen(session))).containsExactly(updated(DOCUMENT));
  }

  @Test
  void anotherNodeNotifiesOfASubscription() {
    document("one");
    var other = new McpApi(Script.builder().says("Hi").build(), api);
    other.resources = api.resources;
    FakeExchange stream = other.reconnect(session, null);
    stream.output.begin();
    FakeExchange here = listen(session);

    subscribe(DOCUMENT);
    document("two");
    other.resources = api.resources;
    for (int i = 0; i < 8; i++) {
      other.timer.advance(Duration.ofSeconds(1));
      other.threads.runAll();
    }

    assertThat(now(stream)).containsExactly(updated(DOCUMENT));
    assertThat(later(here)).isEmpty();
  }

  @Test
  void anUnsubscribedResourceIsNoLongerNotified() {
    document("one");
    subscribe(DOCUMENT);
    FakeExchange stream = listen(session);

    for (int i = 0; i < 2; i++) {
      assertThat(send(api, session, "resources/unsubscribe", DOCUMENT).get("result"))
          .isEqualTo(json("{}"));
    }
    document("two");

    assertThat(later(stream)).isEmpty();
  }

  @Test
  void aDeletedResourceIsNotifiedOnceAndNoLongerPolled() {
    document("one");
    subscribe(DOCUMENT);
    FakeExchange stream = listen(session);

    api.resources = List.of();
    assertThat(later(stream)).containsExactly(updated(DOCUMENT));
    document("one");

    assertThat(later(stream)).isEmpty();
  }

  @Test
  void anotherSessionOfTheCallerIsNotNotified() {
    document("one");
    subscribe(DOCUMENT);
    FakeExchange stream = listen(api.session("2025-11-25", "{}"));

    document("two");

    assertThat(later(stream)).isEmpty();
  }

  @Test
  void changesOfListsAreNotified() {
    FakeExchange stream = listen(session);

    String model = api.node.registry.get().agents().get("a").modelId();
    api.node.registry.publish(
        now -> now.with(AgentSpec.of("b", model).toBuilder().expose(Exposure.MCP).build()));
    api.threads.runAll();
    assertThat(now(stream))
        .containsExactly(
            json("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}"));
    api.prompts =
        List.of(new PromptSpec("p", null, null, null, List.of(new PromptMessage(Role.USER, "x"))));

    assertThat(later(stream))
        .containsExactly(
            json("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/prompts/list_changed\"}"));
  }

  @Test
  @Attacks({"S13", "S15"})
  void aHiddenResourceCannotBeSubscribed() {
    call("t");
    api.caller = new Caller("other", McpApi.CALLER, Set.of());
    Map<String, String> foreign = api.session("2025-11-25", "{}");

    JsonNode hidden = send(api, foreign, "resources/subscribe", THREAD);
    JsonNode missing = send(api, foreign, "resources/subscribe", "awaken://threads/none");

    assertThat(hidden.at("/error/code").asInt()).isEqualTo(-32002);
    assertThat(hidden.at("/error/data/uri").asText()).isEqualTo(THREAD);
    assertThat(hidden.toString())
        .isEqualTo(missing.toString().replace("threads/none", "threads/t"));
    assertThat(later(listen(foreign))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"resources/subscribe", "resources/unsubscribe"})
  void aUriMustBeAString(String method) {
    JsonNode error = body(api.post(session, request(1, method, "{'uri':3}"))).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.get("message").asText()).isEqualTo("uri must be a string");
  }

  @Test
  void theSubscriptionsOfASessionAreLimited() {
    for (int i = 0; i < Topics.MAX; i++) {
      call("t" + i);
      assertThat(subscribe("awaken://threads/t" + i).has("result")).isTrue();
    }
    document("one");

    JsonNode error = subscribe(DOCUMENT).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.get("message").asText())
        .isEqualTo("a session must have at most 10 subscriptions");
    assertThat(subscribe("awaken://threads/t0").has("result")).isTrue();
  }

  @Test
  void aNewStandingStreamClosesTheEarlierOne() {
    FakeExchange earlier = listen(session);

    FakeExchange stream = listen(session);
    earlier.output.begin();
    api.prompts =
        List.of(new PromptSpec("p", null, null, null, List.of(new PromptMessage(Role.USER, "x"))));

    assertThat(later(stream)).hasSize(1);
    assertThat(now(earlier)).isEmpty();
    assertThat(api.streams.count()).isOne();
    assertThat(api.standing.count()).isOne();
  }

  @Test
  void theStandingStreamsOfACallerAreLimited() {
    for (int i = 0; i < STANDING; i++) {
      assertThat(listen(api.session("2025-11-25", "{}")).resumed()).isZero();
    }

    Response refused = (Response) listen(api.session("2025-11-25", "{}")).answered();

    assertThat(refused.getStatus()).isEqualTo(405);
    assertThat(body(refused).at("/error/message").asText()).contains("5");
    for (int i = 0; i < 20; i++) {
      assertThat(
              api.open(
                      McpApi.modern("subscriptions/listen", null),
                      McpApi.modernRequest(7, "subscriptions/listen", "{'notifications':{}}", "{}"))
                  .resumed())
          .isZero();
    }
  }

  @Test
  void aStandingStreamEndsWithItsClientAndWithItsNode() throws InterruptedException {
    listen(session).output.breakConnection();
    for (int i = 0; i < 40; i++) {
      api.timer.advance(Duration.ofSeconds(1));
      api.threads.runAll();
    }
    assertThat(api.streams.count()).isZero();
    assertThat(api.standing.count()).isZero();
    assertThat(api.timer.waiting()).isZero();

    FakeExchange stream = listen(session);
    api.streams.closeAll(Duration.ZERO);

    assertThat(now(stream)).isEmpty();
    assertThat(api.standing.count()).isZero();
  }

  @Test
  void aStandingStreamNeedsASessionAndAClientWithStreams() {
    var deaf = new HashMap<>(session);
    deaf.put("Accept", "application/json");
    var modern = new HashMap<>(session);
    modern.put("MCP-Protocol-Version", "2026-07-28");

    assertThat(((Response) api.reconnect(deaf, null).answered()).getStatus()).isEqualTo(406);
    assertThat(((Response) api.reconnect(modern, null).answered()).getStatus()).isEqualTo(405);
    assertThat(
            ((Response) api.reconnect(Map.of("Mcp-Session-Id", "x"), null).answered()).getStatus())
        .isEqualTo(404);
  }
}
