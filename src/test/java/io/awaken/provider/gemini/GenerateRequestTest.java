package io.awaken.provider.gemini;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static io.awaken.provider.gemini.GeminiFixture.json;
import static io.awaken.provider.gemini.GeminiFixture.sent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.Carries;
import io.awaken.fixture.Conversations;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GenerateRequestTest {

  private static Message system(String text) {
    return new Message(
        "s", Role.SYSTEM, List.of(new ContentBlock.Text(text)), List.of(), null, null, null);
  }

  private static ObjectNode own(String json) throws Exception {
    return ProviderMetadata.of("p", json(json));
  }

  private static LlmRequest request(
      String model, InferenceParameters parameters, Message... messages) {
    return new LlmRequest(model, null, List.of(messages), List.of(), parameters);
  }

  @Test
  @Carries({"gemini:calls", "gemini:replay", "gemini:results", "gemini:system"})
  void aWholeConversationIsSentInTheFormatOfTheWire() throws Exception {
    var weather =
        new ToolDescriptor(
            "get_weather",
            null,
            "Weather of a city",
            json("{'type':'object','properties':{'city':{'type':'string'}}}"),
            null);
    var answer =
        new Message(
            "a",
            Role.ASSISTANT,
            List.of(
                new ContentBlock.Thinking("not signed"),
                ContentBlock.Thinking.signed("Two calls.", "p", "c2lnLXRob3VnaHQ="),
                ContentBlock.Thinking.signed("foreign", "other", "c2VhbGVk"),
                new ContentBlock.Text("I look.", own("{'thoughtSignature':'c2lnLXRleHQ='}")),
                ContentBlock.Thinking.signed("", "p", "c2lnLWFsb25l")),
            List.of(
                new ToolCall(
                    "fc-bern-1",
                    "get_weather",
                    json("{'city':'Bern'}"),
                    own("{'id':'fc-bern','thoughtSignature':'c2lnLWNhbGw='}")),
                new ToolCall("call_1", "get_weather", TextNode.valueOf("{\"city\":"))),
            null,
            null,
            null);
    var request =
        new LlmRequest(
            "gemini-3-pro",
            "Be brief.",
            List.of(
                system("It is Monday."),
                user("Weather in Bern and Geneva?"),
                answer,
                system("Two rounds are left."),
                Message.tool(
                    "r1",
                    "fc-bern-1",
                    List.of(
                        new ContentBlock.Text("sunny"),
                        MediaKind.IMAGE.of("image/png", new byte[] {1, 2}, null)),
                    null),
                tool("call_1", "{\"error\":\"bad arguments\"}"),
                user("And?")),
            List.of(weather),
            new InferenceParameters(0.5, 0.9, 100, ReasoningEffort.of(ReasoningEffort.Level.HIGH)));

    JsonNode golden = new ObjectMapper().readTree(RecordedWire.recorded("gemini/request.json"));
    assertThat(sent(request)).isEqualTo(golden);
  }

  @Test
  void unsetFieldsAreNotSent() throws Exception {
    assertThat(sent(Conversations.request(user("Hi"))))
        .isEqualTo(json("{'contents':[{'role':'user','parts':[{'text':'Hi'}]}]}"));
  }

  @ParameterizedTest
  @CsvSource({
    "gemini-3-pro, true",
    "gemini-3.8-flash, true",
    "gemini-flash-latest, true",
    "gemini-2.5-pro, false",
    "models/gemini-2.0-flash, false",
    "gemma-4, false"
  })
  void aCallOfAnotherProviderIsMarkedForModelsThatRequireSignatures(String model, boolean marked)
      throws Exception {
    var foreign =
        assistant(null, new ToolCall("a", "f", json("{}")), new ToolCall("b", "f", json("{}")));
    var request =
        request(
            model,
            InferenceParameters.DEFAULT,
            user("Hi"),
            foreign,
            tool("a", "1"),
            tool("b", "2"));

    JsonNode parts = sent(request).path("contents").path(1).path("parts");

    assertThat(parts.path(0).path("thoughtSignature").asText(""))
        .isEqualTo(marked ? "skip_thought_signature_validator" : "");
    assertThat(parts.path(1).has("thoughtSignature")).isFalse();
  }

  @Test
  void aConversationThatStartsWithAnAnswerGetsAFirstUserTurn() throws Exception {
    JsonNode contents =
        sent(request("m", InferenceParameters.DEFAULT, assistant("Sunny."), user("And?")))
            .path("contents");

    assertThat(contents.findValuesAsText("role")).containsExactly("user", "model", "user");
  }

  @Rows(102)
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gemini-2.5-flash | "none"          | {'thinkingBudget':0,'includeThoughts':false}
          gemini-2.5-flash | "low"           | {'thinkingBudget':1024,'includeThoughts':true}
          gemini-2.5-flash | "medium"        | {'thinkingBudget':8192,'includeThoughts':true}
          gemini-2.5-pro   | "high"          | {'thinkingBudget':24576,'includeThoughts':true}
          gemini-2.5-pro   | "max"           | {'thinkingBudget':24576,'includeThoughts':true}
          gemini-2.5-pro   | {"budget":2000} | {'thinkingBudget':2000,'includeThoughts':true}
          gemini-3-flash   | "none"          | {'thinkingLevel':'minimal','includeThoughts':false}
          gemini-3-flash   | "low"           | {'thinkingLevel':'low','includeThoughts':true}
          gemini-3-flash   | "medium"        | {'thinkingLevel':'medium','includeThoughts':true}
          gemini-3-pro     | "high"          | {'thinkingLevel':'high','includeThoughts':true}
          gemini-3-pro     | "max"           | {'thinkingLevel':'high','includeThoughts':true}
          gemini-3-pro     | {"budget":2000} | {'thinkingBudget':2000,'includeThoughts':true}
          """)
  @Carries("gemini:effort")
  void thinkingIsSentInTheFormOfTheModel(String model, String effort, String config)
      throws Exception {
    var parameters = new InferenceParameters(null, null, null, ReasoningEffort.of(json(effort)));

    assertThat(
            sent(request(model, parameters, user("Hi")))
                .path("generationConfig")
                .path("thinkingConfig"))
        .isEqualTo(json(config));
  }

  @ParameterizedTest
  @CsvSource({
    "gemini-3-pro, /v1/models/gemini-3-pro",
    "models/gemini-3-pro, /v1/models/gemini-3-pro",
    "tunedModels/mine-1, /v1/tunedModels/mine-1"
  })
  void theKeyIsSentInAHeaderAndTheModelInTheUrl(String model, String path) throws Exception {
    var asked = request(model, InferenceParameters.DEFAULT, user("Hi"));

    assertThat(GeminiFixture.WIRE.sentTo(asked, Map.of()).head())
        .startsWith("POST " + path + ":streamGenerateContent?alt=sse HTTP/1.1\r\n")
        .containsIgnoringCase("\r\nx-goog-api-key: " + RecordedWire.KEY + "\r\n")
        .doesNotContainIgnoringCase("\r\nAuthorization:");
  }

  @ParameterizedTest
  @CsvSource({"../../secrets", "a b", "m?key=x", "''", "a/b/c", "m:other"})
  void aNameThatChangesTheUrlIsRefused(String model) {
    assertThatThrownBy(() -> sent(request(model, InferenceParameters.DEFAULT, user("Hi"))))
        .isInstanceOfSatisfying(
            InferenceException.class,
            e -> assertThat(e.kind()).isEqualTo(InferenceException.Kind.MODEL_NOT_FOUND));
  }

  @Test
  void theDefaultBaseUrlIsThatOfGoogle() {
    assertThat(GeminiAdapter.endpoint(new ProviderSpec("p", "gemini", null, null, null, null)))
        .hasToString("ProviderEndpoint[p at https://generativelanguage.googleapis.com/v1beta]");
  }
}
