package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.Argument;
import io.awaken.core.spec.PromptSpec.PromptMessage;
import io.awaken.core.spec.PromptSpec.Role;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prompts of documents, in both eras. */
@Rows(1113)
class McpPromptsTest {

  private static final PromptSpec GREETING =
      new PromptSpec(
          "greeting",
          "Greeting",
          "Says hello.",
          List.of(
              new Argument("who", null, "Whom to greet", true),
              new Argument("how", "How", null, false)),
          List.of(
              new PromptMessage(Role.USER, "Greet {{who}} {{how}}."),
              new PromptMessage(Role.ASSISTANT, "Dear {{who}},")));

  private final McpApi api = new McpApi(Script.builder().says("Hello").repeating().build());

  private JsonNode asked(String method, String name, String params) {
    api.prompts = List.of(GREETING);
    return body(api.post(modern(method, name), modernRequest(1, method, params, "{}")));
  }

  private static PromptSpec plain(String id) {
    return new PromptSpec(id, null, null, null, List.of(new PromptMessage(Role.USER, "x")));
  }

  @Test
  void promptsAreListed() {
    JsonNode result = asked("prompts/list", null, "{}").get("result");

    assertThat(result.get("prompts"))
        .isEqualTo(
            json(
                """
                [{"name":"greeting","title":"Greeting","description":"Says hello.","arguments":[
                {"name":"who","description":"Whom to greet","required":true},
                {"name":"how","title":"How","required":false}]}]
                """));
    assertThat(result.get("resultType").asText()).isEqualTo("complete");
    assertThat(result.get("ttlMs").isIntegralNumber()).isTrue();
    assertThat(result.get("cacheScope").asText()).isEqualTo("private");
  }

  @Test
  void aPromptIsFilledInOnce() {
    String params = "{'name':'greeting','arguments':{'who':'{{how}} $1','how':'warmly'}}";

    JsonNode result = asked("prompts/get", "greeting", params).get("result");

    assertThat(result.get("messages"))
        .isEqualTo(
            json(
                """
                [{"role":"user","content":{"type":"text","text":"Greet {{how}} $1 warmly."}},
                {"role":"assistant","content":{"type":"text","text":"Dear {{how}} $1,"}}]
                """));
    assertThat(result.get("description").asText()).isEqualTo("Says hello.");
    assertThat(result.get("resultType").asText()).isEqualTo("complete");
    assertThat(result.has("ttlMs")).isFalse();
  }

  @Test
  void anOptionalArgumentMayBeAbsent() {
    JsonNode result =
        asked("prompts/get", "greeting", "{'name':'greeting','arguments':{'who':'Bo'}}")
            .get("result");

    assertThat(result.at("/messages/0/content/text").asText()).isEqualTo("Greet Bo .");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'name':'none'}|none|prompt not found: none",
        "{}||name must be a text",
        "{'name':'greeting'}|greeting|arguments.who is required",
        "{'name':'greeting','arguments':[]}|greeting|arguments must be an object",
        "{'name':'greeting','arguments':{'who':3}}|greeting|"
            + "arguments.who must be a text of at most 65536 characters",
        "{'name':'greeting','arguments':{'who':'x','why':'y'}}|greeting|"
            + "there is no argument why; there are [who, how]"
      })
  void whatDoesNotFitIsNamed(String params, String name, String message) {
    JsonNode error = asked("prompts/get", name, params).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.get("message").asText()).isEqualTo(message);
  }

  @Test
  void promptsAreListedInPages() {
    api.prompts = IntStream.range(1000, 1250).mapToObj(i -> plain("p" + i)).toList();
    Map<String, String> session = api.session("2025-11-25", "{}");

    JsonNode first = list(session, "{}");
    JsonNode second = list(session, "{'cursor':'%s'}".formatted(first.get("nextCursor").asText()));
    // A document that goes meanwhile moves none of the others to another page.
    api.prompts = api.prompts.subList(50, 250);
    JsonNode third = list(session, "{'cursor':'%s'}".formatted(second.get("nextCursor").asText()));

    assertThat(first.get("prompts").findValuesAsText("name"))
        .hasSize(100)
        .startsWith("p1000")
        .endsWith("p1099");
    assertThat(second.get("prompts").findValuesAsText("name")).hasSize(100).startsWith("p1100");
    assertThat(third.get("prompts").findValuesAsText("name")).hasSize(50).startsWith("p1200");
    assertThat(third.has("nextCursor")).isFalse();
    JsonNode error = body(api.post(session, request(1, "prompts/list", "{'cursor':'1'}")));
    assertThat(error.at("/error/code").asInt()).isEqualTo(-32602);
  }

  private JsonNode list(Map<String, String> session, String params) {
    return body(api.post(session, request(1, "prompts/list", params))).get("result");
  }

  @Test
  void aSessionGetsTheSame() {
    api.prompts = List.of(GREETING);
    Map<String, String> session = api.session("2025-03-26", "{}");
    String get = request(2, "prompts/get", "{'name':'greeting','arguments':{'who':'Bo'}}");
    String unknown = request(3, "prompts/get", "{'name':'none'}");

    JsonNode answers =
        body(
            api.post(
                session, "[" + request(1, "prompts/list", "{}") + "," + get + "," + unknown + "]"));

    assertThat(answers.at("/0/result/prompts/0/name").asText()).isEqualTo("greeting");
    assertThat(answers.at("/1/result/messages/1/content/text").asText()).isEqualTo("Dear Bo,");
    assertThat(answers.at("/2/error/code").asInt()).isEqualTo(-32602);
  }
}
