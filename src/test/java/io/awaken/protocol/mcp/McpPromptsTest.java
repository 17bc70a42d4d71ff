package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.Argument;
import io.awaken.core.spec.PromptSpec.PromptMessage;
import io.awaken.core.spec.PromptSpec.Role;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts from documents, in both eras. */
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
        "{}||name must be a string",
        "{'name':'greeting'}|greeting|arguments.who is required",
        "{'name':'greeting','arguments':[]}|greeting|arguments must be an object",
        "{'name':'greeting','arguments':{'who':3}}|greeting|"
            + "arguments.who must be a string of at most 65536 characters",
        "{'name':'greeting','arguments':{'who':'x','why':'y'}}|greeting|"
            + "unknown argument why; known are [who, how]"
      })
  void invalidParametersAreRefusedWithTheirField(String params, String name, String message) {
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
    // Deleting a document in between does not move others to another page.
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
  void aSessionReadsPrompts() {
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

  private JsonNode got(PromptSpec prompt, String params, String capabilities) {
    api.prompts = List.of(prompt);
    return body(
        api.post(
            modern("prompts/get", prompt.id()),
            modernRequest(1, "prompts/get", params, capabilities)));
  }

  @Test
  @Rows(1262)
  void aPromptContainsImagesAudioAndResources() {
    var prompt =
        new PromptSpec(
            "p",
            null,
            null,
            List.of(new Argument("which", null, null, true)),
            List.of(
                new PromptMessage(
                    Role.USER, null, new PromptSpec.Media("image/png", "AAEC"), null, null),
                new PromptMessage(
                    Role.USER, null, null, new PromptSpec.Media("audio/wav", "AAED"), null),
                new PromptMessage(Role.USER, null, null, null, "docs://{{which}}")));
    api.resources =
        List.of(new ResourceSpec("d", "docs://d", null, null, null, null, "It.", null, null));

    JsonNode messages =
        got(prompt, "{'name':'p','arguments':{'which':'d'}}", "{}").at("/result/messages");

    assertThat(messages.get(0).get("content"))
        .isEqualTo(json("{\"type\":\"image\",\"data\":\"AAEC\",\"mimeType\":\"image/png\"}"));
    assertThat(messages.get(1).at("/content/type").asText()).isEqualTo("audio");
    assertThat(messages.get(2).get("content"))
        .isEqualTo(
            json(
                """
                {"type":"resource","resource":
                {"uri":"docs://d","mimeType":"text/plain","text":"It."}}
                """));
    assertThat(got(prompt, "{'name':'p','arguments':{'which':'e'}}", "{}").at("/error/code"))
        .hasToString("-32602");
  }

  @Test
  @Rows(1262)
  @Attacks("S15")
  void aPromptRefusesAResourceOfAnotherTenant() {
    var call =
        api.open(
            modern("tools/call", "a"),
            modernRequest(1, "tools/call", "{'name':'a','arguments':{'message':'Secret'}}", "{}"));
    String run = api.messages(call).getLast().at("/result/structuredContent/run_id").asText();
    var prompt =
        new PromptSpec(
            "p",
            null,
            null,
            List.of(new Argument("run", null, null, true)),
            List.of(new PromptMessage(Role.USER, null, null, null, "awaken://runs/{{run}}")));
    String params = "{'name':'p','arguments':{'run':'%s'}}".formatted(run);
    assertThat(got(prompt, params, "{}").at("/result/messages/0/content/resource/text").asText())
        .contains("Hello");

    api.caller = new Caller("other", "eve", java.util.Set.of());

    assertThat(got(prompt, params, "{}").at("/error/code")).hasToString("-32602");
  }

  @Test
  @Rows(1263)
  void missingArgumentsAreRequestedWithAForm() {
    String forms = "{'elicitation':{}}";
    JsonNode asked = got(GREETING, "{'name':'greeting'}", forms).get("result");

    assertThat(asked.get("resultType").asText()).isEqualTo("input_required");
    assertThat(asked.at("/inputRequests/arguments/method").asText())
        .isEqualTo("elicitation/create");
    assertThat(asked.at("/inputRequests/arguments/params/requestedSchema"))
        .isEqualTo(
            json(
                """
                {"type":"object","properties":
                {"who":{"type":"string","description":"Whom to greet"}},"required":["who"]}
                """));

    String answer =
        "{'name':'greeting','inputResponses':{'arguments':"
            + "{'action':'accept','content':{'who':'Bo','else':1}},'more':{}}}";
    assertThat(got(GREETING, answer, forms).at("/result/messages/0/content/text").asText())
        .isEqualTo("Greet Bo .");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{'action':'decline'}", "{'action':'accept','content':{}}", "{'content':1}", "7"})
  @Rows(1263)
  void argumentsThatAreStillMissingAreRequestedAgain(String answer) {
    String params = "{'name':'greeting','inputResponses':{'arguments':%s}}".formatted(answer);

    assertThat(got(GREETING, params, "{'elicitation':{}}").at("/result/resultType").asText())
        .isEqualTo("input_required");
  }

  @Test
  @Rows(1263)
  void aClientWithoutFormsReadsWhichArgumentIsMissing() {
    assertThat(got(GREETING, "{'name':'greeting'}", "{}").at("/error/data/field").asText())
        .isEqualTo("arguments.who");
  }
}
