package io.awaken.provider.anthropic;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static io.awaken.provider.anthropic.AnthropicFixture.json;
import static io.awaken.provider.anthropic.AnthropicFixture.sent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.Carries;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessagesRequestTest {

  private static final String MARK = "{'type':'ephemeral'}";

  private static Message system(String text) {
    return new Message(
        "s", Role.SYSTEM, List.of(new ContentBlock.Text(text)), List.of(), null, null, null);
  }

  private static Message model(List<ContentBlock> content, ToolCall... calls) {
    return new Message("a", Role.ASSISTANT, content, List.of(calls), null, null, null);
  }

  private static ToolDescriptor weather() throws Exception {
    return new ToolDescriptor(
        "get_weather",
        null,
        "Weather of a city",
        json("{'type':'object','properties':{'city':{'type':'string'}}}"),
        null);
  }

  @Test
  @Rows(110)
  @Carries({
    "anthropic:calls",
    "anthropic:replay",
    "anthropic:results",
    "anthropic:system",
    "anthropic:cache"
  })
  void aWholeConversationIsSentInTheFormatOfTheWire() throws Exception {
    var high =
        new InferenceParameters(0.5, 0.9, null, ReasoningEffort.of(ReasoningEffort.Level.HIGH));
    var request =
        new LlmRequest(
            "claude-sonnet-4-6",
            "Be brief.",
            List.of(
                system("It is Monday."),
                user("Weather in Bern and Geneva?"),
                model(
                    List.of(
                        ContentBlock.Thinking.signed("Two calls.", "p", "c2lnbmVk"),
                        new ContentBlock.Thinking("", "p", null, "ZW5jcnlwdGVk", null),
                        ContentBlock.Thinking.signed("foreign", "other", "c2VhbGVk"),
                        new ContentBlock.Text(" "),
                        new ContentBlock.Text("I look.")),
                    new ToolCall("toolu_bern", "get_weather", json("{'city':'Bern'}")),
                    new ToolCall("call_2.2", "get_weather", TextNode.valueOf("{\"city\":"))),
                system("Two rounds are left."),
                Message.tool(
                    "r1",
                    "toolu_bern",
                    List.of(
                        new ContentBlock.Text("sunny"),
                        MediaKind.IMAGE.of("image/png", new byte[] {1, 2}, null)),
                    null),
                tool("call_2.2", "error"),
                user("And?")),
            List.of(weather()),
            high);

    JsonNode golden = new ObjectMapper().readTree(RecordedWire.recorded("anthropic/request.json"));
    assertThat(sent(request)).isEqualTo(golden);
  }

  @Test
  void unsetFieldsAreNotSent() throws Exception {
    assertThat(sent(request(user("Hi")), Map.of("prompt_cache", json("false"))))
        .isEqualTo(
            json(
                "{'model':'model','max_tokens':8192,'messages':[{'role':'user','content':"
                    + "[{'type':'text','text':'Hi'}]}],'stream':true}"));
  }

  @Test
  void samplingAndLimitAreThoseOfTheRequest() throws Exception {
    var request =
        new LlmRequest(
            "m", null, List.of(user("Hi")), List.of(), new InferenceParameters(0.5, 0.9, 7, null));

    JsonNode sent = sent(request);

    assertThat(sent.path("temperature").doubleValue()).isEqualTo(0.5);
    assertThat(sent.path("top_p").doubleValue()).isEqualTo(0.9);
    assertThat(sent.path("max_tokens").intValue()).isEqualTo(7);
  }

  @Test
  @Rows(1030)
  void theDefaultLimitIsKnownForCapping() throws Exception {
    var model = AnthropicFixture.WIRE.model("http://localhost", Map.of("max_tokens", json("4096")));
    var low =
        new InferenceParameters(null, null, null, ReasoningEffort.of(ReasoningEffort.Level.LOW));

    assertThat(model.usualAnswer(request(user("Hi")))).isEqualTo(4_096);
    assertThat(
            model.usualAnswer(
                new LlmRequest("claude-opus-5", null, List.of(user("Hi")), List.of(), low)))
        .isEqualTo(5_120);
  }

  @Test
  void theLimitOfAnAnswerIsAnOption() throws Exception {
    assertThat(sent(request(user("Hi")), Map.of("max_tokens", json("4096"))).path("max_tokens"))
        .isEqualTo(json("4096"));
  }

  @Test
  @Rows(110)
  void withoutASystemPromptTheCacheEndsAfterTheTools() throws Exception {
    JsonNode sent = sent(request(List.of(weather(), weather()), user("Hi")));

    assertThat(sent.path("tools").path(0).has("cache_control")).isFalse();
    assertThat(sent.path("tools").path(1).path("cache_control")).isEqualTo(json(MARK));
  }

  @Test
  @Rows(110)
  void onlyTheEndOfTheConversationIsMarkedInIt() throws Exception {
    JsonNode sent =
        sent(
            request(
                user("One"),
                assistant(
                    null, new ToolCall("a", "f", json("{}")), new ToolCall("b", "f", json("{}"))),
                tool("a", "1"),
                tool("b", "2")));

    assertThat(sent.path("messages").findParents("cache_control"))
        .containsExactly(sent.path("messages").path(2).path("content").path(1));
    assertThat(sent.path("messages").path(2).path("content").path(1).path("tool_use_id"))
        .isEqualTo(TextNode.valueOf("b"));
  }

  @Test
  @Rows(110)
  void theCacheCanBeTurnedOff() throws Exception {
    var request = request(List.of(weather()), user("Hi")).withSystem("Be brief.");

    assertThat(sent(request).findParents("cache_control")).hasSize(2);
    assertThat(sent(request, Map.of("prompt_cache", json("false"))).findParents("cache_control"))
        .isEmpty();
  }

  @Test
  @Rows(110)
  void anAgentWithoutCacheMarksNothing() throws Exception {
    var request = request(List.of(weather()), user("Hi")).withSystem("Be brief.");

    assertThat(sent(request.answering(null, false)).findParents("cache_control")).isEmpty();
  }

  @Test
  @Rows(110)
  void theNextRequestBeginsWithTheSameBytesUpToTheMark() throws Exception {
    var call = new ToolCall("a", "f", json("{'city':'Bern'}"));
    var first = request(List.of(weather()), user("One")).withSystem("Be brief.");
    var second =
        request(List.of(weather()), user("One"), assistant("I look.", call), tool("a", "sunny"))
            .withSystem("Be brief.");
    var third =
        request(
                List.of(weather()),
                user("One"),
                assistant("I look.", call),
                tool("a", "sunny"),
                assistant("Sunny."),
                user("And now?"))
            .withSystem("Be brief.");

    assertThat(body(second)).startsWith(upToTheMark(body(first)));
    assertThat(body(third)).startsWith(upToTheMark(body(second)));
  }

  private static String body(LlmRequest request) throws Exception {
    return AnthropicFixture.WIRE.sentTo(request, Map.of()).body();
  }

  private static String upToTheMark(String body) {
    return body.substring(0, body.lastIndexOf(",\"cache_control\""));
  }

  @Test
  void aConversationThatStartsWithAnAnswerGetsAFirstUserTurn() throws Exception {
    JsonNode messages = sent(request(assistant("Sunny."), user("And?"))).path("messages");

    assertThat(messages.findValuesAsText("role")).containsExactly("user", "assistant", "user");
    assertThat(messages.path(0).path("content").path(0).path("text").textValue())
        .isEqualTo("(Earlier messages of this conversation are left out.)");
  }

  @Test
  void messagesOfTheSameRoleAreOneTurnWithoutEmptyOnes() throws Exception {
    JsonNode messages =
        sent(request(
                user("One"),
                model(List.of(ContentBlock.Thinking.signed("Hm", "p", "c2ln"))),
                user("  "),
                user("two"),
                assistant("Three"),
                assistant("four")))
            .path("messages");

    assertThat(messages.findValuesAsText("role")).containsExactly("user", "assistant");
    assertThat(messages.findValuesAsText("text")).containsExactly("One", "two", "Three", "four");
  }

  @Test
  void trailingThinkingIsNotSentBack() throws Exception {
    var thought = ContentBlock.Thinking.signed("Hm", "p", "c2ln");
    JsonNode messages =
        sent(request(user("One"), model(List.of(thought, new ContentBlock.Text("Two"), thought))))
            .path("messages");

    assertThat(messages.path(1).path("content").findValuesAsText("type"))
        .containsExactly("thinking", "text");
  }

  @Test
  void keyAndVersionGoToTheAddressOfTheProvider() throws Exception {
    assertThat(AnthropicFixture.WIRE.sentTo(request(user("Hi")), Map.of()).head())
        .startsWith("POST /v1/messages HTTP/1.1\r\n")
        .containsIgnoringCase("\r\nx-api-key: " + RecordedWire.KEY + "\r\n")
        .containsIgnoringCase("\r\nanthropic-version: 2023-06-01\r\n")
        .doesNotContainIgnoringCase("\r\nAuthorization:");
  }

  @Test
  void theDefaultBaseUrlIsThatOfAnthropic() {
    assertThat(AnthropicAdapter.endpoint(AnthropicFixture.spec(Map.of())))
        .hasToString("ProviderEndpoint[p at https://api.anthropic.com/v1]");
  }

  @ParameterizedTest
  @CsvSource({
    "max_tokens, 0, max_tokens must be a number of at least 1",
    "max_tokens, '\"many\"', max_tokens must be a number of at least 1",
    "thinking, '\"deep\"', thinking must be adaptive or budget"
  })
  void aWrongOptionIsRefusedNamingIt(String option, String value, String reason) throws Exception {
    var provider = AnthropicFixture.spec(Map.of(option, json(value)));

    assertThatThrownBy(() -> new AnthropicAdapter(null).create(provider))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("provider p: adapter_options." + reason);
  }
}
