package io.awaken.provider.anthropic;

import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static io.awaken.provider.anthropic.AnthropicFixture.json;
import static io.awaken.provider.anthropic.AnthropicFixture.sent;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.fixture.Carries;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(102)
class MessagesThinkingTest {

  private static final String OLD = "claude-sonnet-4-5-20250929";
  private static final String NEW = "claude-opus-4-7";

  private static LlmRequest request(
      String model, String effort, Integer maxTokens, Message... messages) throws Exception {
    var parameters =
        new InferenceParameters(0.3, null, maxTokens, ReasoningEffort.of(json(effort)));
    return new LlmRequest(
        model,
        null,
        messages.length == 0 ? List.of(user("Hi")) : List.of(messages),
        List.of(),
        parameters);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "low"              | low    | 9216
          "medium"           | medium | 16384
          "high"             | high   | 24576
          "max"              | max    | 32000
          {"budget": 1}      | low    | 9216
          {"budget": 5000}   | medium | 13192
          {"budget": 30000}  | high   | 38192
          """)
  @Carries("anthropic:effort")
  void anAdaptiveModelGetsALevelAndAHigherLimit(String effort, String level, int maxTokens)
      throws Exception {
    JsonNode sent = sent(request(NEW, effort, null));

    assertThat(sent.path("thinking")).isEqualTo(json("{'type':'adaptive','display':'summarized'}"));
    assertThat(sent.path("output_config")).isEqualTo(json("{'effort':'" + level + "'}"));
    assertThat(sent.path("max_tokens").intValue()).isEqualTo(maxTokens);
    assertThat(sent.has("temperature")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "low"              |       | 1024  | 9216
          "medium"           |       | 8192  | 16384
          "high"             |       | 16384 | 24576
          "max"              |       | 23808 | 32000
          {"budget": 1}      |       | 1024  | 9216
          {"budget": 2000}   |       | 2000  | 10192
          "high"             | 4000  | 3999  | 4000
          """)
  @Carries("anthropic:effort")
  void anOlderModelGetsABudgetWithinTheLimit(
      String effort, Integer limit, int budget, int maxTokens) throws Exception {
    JsonNode sent = sent(request(OLD, effort, limit));

    assertThat(sent.path("thinking"))
        .isEqualTo(json("{'type':'enabled','budget_tokens':" + budget + "}"));
    assertThat(sent.path("max_tokens").intValue()).isEqualTo(maxTokens);
    assertThat(sent.has("output_config")).isFalse();
    assertThat(sent.has("temperature")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "claude-3-5-haiku-20241022, enabled",
    "claude-3-7-sonnet-latest, enabled",
    "claude-opus-4, enabled",
    "claude-opus-4-20250514, enabled",
    "claude-opus-4@20250514, enabled",
    "claude-opus-4-1-20250805, enabled",
    "anthropic/claude-sonnet-4.5, enabled",
    "claude-haiku-4-5, enabled",
    "claude-opus-4-6, adaptive",
    "claude-sonnet-4-6-20260217, adaptive",
    "claude-opus-5, adaptive",
    "house-model, adaptive"
  })
  void theNameOfAModelDeterminesTheMode(String model, String type) throws Exception {
    assertThat(sent(request(model, "'low'", null)).path("thinking").path("type").textValue())
        .isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({"adaptive, adaptive", "budget, enabled"})
  void anOptionDeterminesTheModeForOtherNames(String option, String type) throws Exception {
    JsonNode sent =
        sent(request("house-model", "'low'", null), Map.of("thinking", TextNode.valueOf(option)));

    assertThat(sent.path("thinking").path("type").textValue()).isEqualTo(type);
  }

  @Test
  void thinkingCanBeDisabled() throws Exception {
    JsonNode sent = sent(request(NEW, "'none'", null));

    assertThat(sent.path("thinking")).isEqualTo(json("{'type':'disabled'}"));
    assertThat(sent.path("max_tokens").intValue()).isEqualTo(8_192);
    assertThat(sent.path("temperature").doubleValue()).isEqualTo(0.3);
  }

  @Test
  void aLimitWithoutRoomForTheSmallestBudgetLeavesNoThinking() throws Exception {
    assertThat(sent(request(OLD, "'high'", 1_024)).path("thinking"))
        .isEqualTo(json("{'type':'disabled'}"));
  }

  @Test
  void anOlderModelDoesNotStartThinkingAfterCallsOfAnother() throws Exception {
    var call = new ToolCall("c", "f", json("{}"));
    var foreign = called(ContentBlock.Thinking.signed("Hm", "other", "c2ln"), call);
    var own = called(ContentBlock.Thinking.signed("Hm", "p", "c2ln"), call);
    var result = tool("c", "1");
    var thought = "{'type':'enabled','budget_tokens':1024}";

    var context =
        new Message(
            "s",
            Role.SYSTEM,
            List.of(new ContentBlock.Text("Hurry.")),
            List.of(),
            null,
            null,
            null);
    assertThat(thinking(user("Hi"), foreign, result)).isEqualTo(json("{'type':'disabled'}"));
    assertThat(thinking(user("Hi"), foreign, result, context))
        .isEqualTo(json("{'type':'disabled'}"));
    assertThat(thinking(user("Hi"), own, result)).isEqualTo(json(thought));
    // Thinking is required before the first call only.
    assertThat(thinking(user("Hi"), own, result, called(new ContentBlock.Text("So"), call), result))
        .isEqualTo(json(thought));
    assertThat(thinking(user("Hi"), foreign, result, user("And?"))).isEqualTo(json(thought));
  }

  private static JsonNode thinking(Message... messages) throws Exception {
    return sent(request(OLD, "'low'", null, messages)).path("thinking");
  }

  private static Message called(ContentBlock block, ToolCall call) {
    return new Message("a", Role.ASSISTANT, List.of(block), List.of(call), null, null, null);
  }
}
