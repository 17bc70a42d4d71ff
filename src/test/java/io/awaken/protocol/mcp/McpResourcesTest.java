package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads and runs as resources, in both eras. */
@Rows(1112)
class McpResourcesTest {

  private final McpApi api = new McpApi(Script.builder().says("Hello world").repeating().build());

  private JsonNode asked(String method, String name, String params) {
    return body(api.post(modern(method, name), modernRequest(1, method, params, "{}")));
  }

  private JsonNode list(String cursor) {
    String params = cursor == null ? "{}" : "{'cursor':'%s'}".formatted(cursor);
    return asked("resources/list", null, params).get("result");
  }

  private JsonNode read(String uri) {
    return asked("resources/read", uri, "{'uri':'%s'}".formatted(uri));
  }

  private JsonNode content(String uri) {
    return json(read(uri).at("/result/contents/0/text").asText());
  }

  /** Calls the agent and returns its structured result. */
  private JsonNode called(String arguments) {
    var call =
        api.open(
            modern("tools/call", "a"),
            modernRequest(
                1, "tools/call", "{'name':'a','arguments':%s}".formatted(arguments), "{}"));
    return api.messages(call).getLast().at("/result/structuredContent");
  }

  private static String thread(JsonNode call) {
    return "awaken://threads/" + call.get("thread_id").asText();
  }

  private static String run(JsonNode call) {
    return "awaken://runs/" + call.get("run_id").asText();
  }

  @Test
  void theThreadsAndRunsOfACallerAreListed() {
    JsonNode call = called("{'message':'Hi'}");

    JsonNode result = list(null);

    assertThat(result.get("resources").findValuesAsText("uri"))
        .containsExactly(thread(call), run(call));
    assertThat(result.at("/resources/0/mimeType").asText()).isEqualTo("application/json");
    assertThat(result.at("/resources/0/annotations/lastModified").asText()).endsWith("Z");
    assertThat(result.get("resultType").asText()).isEqualTo("complete");
    assertThat(result.get("ttlMs").asInt()).isZero();
    assertThat(result.get("cacheScope").asText()).isEqualTo("private");
    assertThat(result.has("nextCursor")).isFalse();
  }

  @Test
  void aThreadIsReadWithItsMessages() {
    JsonNode call = called("{'message':'Hi'}");

    JsonNode thread = content(thread(call));

    assertThat(thread.get("messages").findValuesAsText("role"))
        .containsExactly("user", "assistant");
    assertThat(thread.get("messages").findValuesAsText("text"))
        .containsExactly("Hi", "Hello world");
    assertThat(thread.has("older")).isFalse();
  }

  @Test
  void aLongThreadIsReadInPages() {
    for (int i = 1; i <= 55; i++) {
      called("{'message':'text %d','thread_id':'long'}".formatted(i));
    }

    JsonNode newest = content("awaken://threads/long");
    JsonNode older = content(newest.get("older").asText());

    assertThat(newest.get("messages").findValuesAsText("text"))
        .hasSize(100)
        .startsWith("text 6", "Hello world")
        .endsWith("text 55", "Hello world");
    assertThat(older.get("messages").findValuesAsText("text"))
        .hasSize(10)
        .startsWith("text 1", "Hello world")
        .endsWith("text 5", "Hello world");
    assertThat(older.has("older")).isFalse();
  }

  @Test
  void aRunIsReadWithItsResult() {
    JsonNode call = called("{'message':'Hi'}");

    JsonNode run = content(run(call));

    assertThat(run.get("status").asText()).isEqualTo("done");
    assertThat(run.get("response").asText()).isEqualTo("Hello world");
    assertThat(run.get("thread_id")).isEqualTo(call.get("thread_id"));
    assertThat(run.at("/termination_reason/type").asText()).isEqualTo("natural_end");
  }

  @Test
  void thePagesOfTheListAreComplete() {
    for (int i = 0; i < 120; i++) {
      called("{'message':'Hi'}");
      api.clock.advance(Duration.ofMillis(1));
    }

    List<String> uris = new ArrayList<>();
    JsonNode page = list(null);
    while (page.has("nextCursor")) {
      assertThat(page.get("resources")).hasSize(100);
      uris.addAll(page.get("resources").findValuesAsText("uri"));
      page = list(page.get("nextCursor").asText());
    }
    uris.addAll(page.get("resources").findValuesAsText("uri"));

    assertThat(uris).hasSize(240).doesNotHaveDuplicates();
    assertThat(uris.subList(0, 120)).allMatch(uri -> uri.startsWith("awaken://threads/"));
    assertThat(uris.subList(120, 240)).allMatch(uri -> uri.startsWith("awaken://runs/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "MS94", "MC90aHJlYWRzLw", "MS9ydW5zL2EgYg", ""})
  void anUnknownCursorIsRefused(String cursor) {
    JsonNode error =
        asked("resources/list", null, "{'cursor':'%s'}".formatted(cursor)).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.get("message").asText()).isEqualTo("cursor must come from an earlier page");
  }

  @Test
  void uriTemplatesAreListed() {
    JsonNode result = asked("resources/templates/list", null, "{}").get("result");

    assertThat(result.get("resourceTemplates").findValuesAsText("uriTemplate"))
        .containsExactly("awaken://threads/{thread_id}{?before}", "awaken://runs/{run_id}");
    assertThat(result.get("cacheScope").asText()).isEqualTo("private");
  }

  @Test
  @Attacks({"S13", "S15"})
  void resourcesOfAnotherTenantAreReportedAsMissing() {
    JsonNode call = called("{'message':'Hi'}");
    api.caller = new Caller("other", McpApi.CALLER, Set.of());

    for (String uri : List.of(thread(call), run(call))) {
      JsonNode error = read(uri).get("error");
      String unknown = uri.replaceAll("[^/]+$", "none");
      assertThat(error.get("code").asInt()).isEqualTo(-32602);
      assertThat(error.toString().replace(uri, unknown))
          .isEqualTo(read(unknown).get("error").toString());
    }
    assertThat(list(null).get("resources")).isEmpty();
  }

  @Test
  @Attacks("S15")
  void anAnonymousCallerSeesOnlyResourcesOfAnonymousCallers() {
    JsonNode call = called("{'message':'Hi'}");
    api.caller = Caller.ANONYMOUS;
    JsonNode own = called("{'message':'Hi'}");

    assertThat(list(null).get("resources").findValuesAsText("uri"))
        .containsExactly(thread(own), run(own));
    assertThat(read(thread(call)).at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(read(run(call)).at("/error/code").asInt()).isEqualTo(-32602);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "awaken://threads/",
        "awaken://threads/none/x",
        "awaken://threads/none?before=x",
        "awaken://threads/none?before=-1",
        "awaken://runs/%2e%2e",
        "awaken://agents/a",
        "file:///etc/passwd",
        "https://example.com/"
      })
  @Attacks("S15")
  void anUnknownUriIsNotFound(String uri) {
    JsonNode error = read(uri).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.get("message").asText()).isEqualTo("Resource not found");
    assertThat(error.at("/data/uri").asText()).isEqualTo(uri);
  }

  @Test
  void aSessionReadsResources() {
    JsonNode call = called("{'message':'Hi'}");
    Map<String, String> session = api.session("2025-06-18", "{}");

    JsonNode list = body(api.post(session, request(1, "resources/list", "{}"))).get("result");
    String uri = list.at("/resources/0/uri").asText();
    JsonNode read =
        body(api.post(session, request(2, "resources/read", "{'uri':'%s'}".formatted(uri))));
    JsonNode unknown =
        body(api.post(session, request(3, "resources/read", "{'uri':'awaken://runs/none'}")));

    assertThat(uri).isEqualTo(thread(call));
    assertThat(list.has("ttlMs")).isFalse();
    assertThat(read.at("/result/contents/0/text").asText()).contains("Hello world");
    assertThat(unknown.at("/error/code").asInt()).isEqualTo(-32002);
    assertThat(unknown.at("/error/data/uri").asText()).isEqualTo("awaken://runs/none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'uri':3}", "{'uri':null}"})
  void aUriIsRequired(String params) {
    JsonNode error = asked("resources/read", null, params).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.get("message").asText()).isEqualTo("uri must be a string");
  }
}
