package io.awaken.provider.ollama;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OllamaRequestTest {

  private static final RecordedWire WIRE = RecordedWire.ofLines(OllamaAdapter::new);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @Test
  @Carries({"ollama:calls", "ollama:replay"})
  void aWholeConversationIsSentInTheFormatOfTheWire() throws Exception {
    StreamResult answer =
        WIRE.answer(RecordedWire.recorded("ollama/thinking-and-calls.ndjson"), LlmListener.NONE);
    var asked =
        new Message("a", Role.ASSISTANT, answer.content(), answer.toolCalls(), null, null, null);
    var request =
        new LlmRequest(
            "qwen3:4b",
            "Be brief.",
            List.of(
                user("Weather in Bern and Rome?"),
                asked,
                tool("call_bern", "sunny"),
                tool("call_1", "rain"),
                assistant("Sunny and rain.")),
            List.of(
                new ToolDescriptor("get_weather", null, "DESCRIPTION", JSON.objectNode(), null)),
            new InferenceParameters(0.5, 0.9, 100, ReasoningEffort.of(ReasoningEffort.Level.LOW)));

    assertThat(
            WIRE.sent(
                request,
                Map.of(
                    "options", json("{'num_ctx':32768,'temperature':1}"),
                    "keep_alive", TextNode.valueOf("30m"))))
        .isEqualTo(MAPPER.readTree(RecordedWire.recorded("ollama/request.json")));
  }

  @Test
  void unsetFieldsAreNotSent() throws Exception {
    assertThat(WIRE.sent(request(user("Hi")), Map.of()))
        .isEqualTo(
            json("{'model':'model','messages':[{'role':'user','content':'Hi'}],'stream':true}"));
  }

  @ParameterizedTest
  @Rows(102)
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "none"            | false
          "low"             | "low"
          "medium"          | "medium"
          "high"            | "high"
          "max"             | "high"
          {"budget": 1000}  | true
          """)
  @Carries("ollama:effort")
  void reasoningIsSentInTheFormOfTheWire(String effort, String sent) throws Exception {
    var parameters =
        new InferenceParameters(null, null, null, ReasoningEffort.of(MAPPER.readTree(effort)));
    var request = new LlmRequest("m", null, List.<Message>of(), List.of(), parameters);

    assertThat(WIRE.sent(request, Map.of()).get("think")).isEqualTo(MAPPER.readTree(sent));
  }

  @Test
  @Carries({"ollama:images", "ollama:texts", "ollama:results"})
  void imagesAreSentBesideTheTextAndTextDocumentsInIt() throws Exception {
    var asked =
        Message.user(
                List.of(
                    new ContentBlock.Text("look "),
                    new ContentBlock.Text("here"),
                    MediaKind.IMAGE.of("image/png", new byte[] {1}, "a.png"),
                    MediaKind.DOCUMENT.of("text/plain", new byte[] {'h', 'i'}, "note.txt"),
                    ContentBlock.Source.url("https://example.com", "A page")))
            .withId("u");
    var drawn =
        Message.tool(
            "r", "c", List.of(MediaKind.IMAGE.of("image/png", new byte[] {2}, null)), null);

    assertThat(WIRE.sent(request(asked, drawn), Map.of()).path("messages"))
        .isEqualTo(
            json(
                "[{'role':'user','images':['AQ=='],"
                    + "'content':'look here\\nnote.txt:\\nhi\\nA page <https://example.com>'},"
                    + "{'role':'tool','content':'','images':['Ag=='],'tool_call_id':'c'}]"));
  }

  @Test
  void invalidJsonArgumentsAreWrappedInAnObject() throws Exception {
    var broken = new ToolCall("c", "f", TextNode.valueOf("{\"city\":"));

    assertThat(
            WIRE.sent(request(assistant(null, broken)), Map.of())
                .at("/messages/0/tool_calls/0/function/arguments"))
        .isEqualTo(JSON.objectNode().put("INVALID_JSON", "{\"city\":"));
  }

  @Test
  void reasoningWithoutCallsIsNotSentBack() throws Exception {
    var answer =
        new Message(
            "a",
            Role.ASSISTANT,
            List.of(new ContentBlock.Thinking("hm"), new ContentBlock.Text("Yes.")),
            List.of(),
            null,
            null,
            null);

    assertThat(WIRE.sent(request(answer), Map.of()).path("messages"))
        .isEqualTo(json("[{'role':'assistant','content':'Yes.'}]"));
  }

  @ParameterizedTest
  @Rows(1037)
  @CsvSource({"never, false", "signed, false", "always, true"})
  void reasoningGoesBackWithItsCallsAsTheDocumentSays(String replay, boolean sent)
      throws Exception {
    var call = new ToolCall("c", "f", JSON.objectNode());
    var asked =
        new Message(
            "a",
            Role.ASSISTANT,
            List.of(new ContentBlock.Thinking("hm")),
            List.of(call),
            null,
            null,
            null);

    assertThat(
            WIRE.sent(request(asked), Map.of("replay_reasoning", TextNode.valueOf(replay)))
                .at("/messages/0/thinking"))
        .isEqualTo(sent ? TextNode.valueOf("hm") : MissingNode.getInstance());
  }

  static List<Media> whatTheWireCannotTake() {
    byte[] bytes = {1};
    return List.of(
        MediaKind.VIDEO.of("video/mp4", bytes, null),
        MediaKind.AUDIO.of("audio/wav", bytes, null),
        MediaKind.DOCUMENT.of("application/pdf", bytes, null),
        MediaKind.DOCUMENT.at("https://example.com/a.txt", "text/plain", null),
        MediaKind.IMAGE.at("https://example.com/a.png", "image/png", null));
  }

  @ParameterizedTest
  @MethodSource("whatTheWireCannotTake")
  void unsupportedContentIsAnErrorNamingThePart(Media media) {
    var asked = Message.user(List.of(new ContentBlock.Text("look"), media)).withId("u");

    assertThatThrownBy(() -> WIRE.sent(request(asked), Map.of()))
        .isInstanceOfSatisfying(
            InferenceException.class,
            e ->
                assertThat(e.forClients())
                    .contains("content[1] of the message u: the wire ollama takes")
                    .endsWith("(unsupported_content)"));
  }

  @Test
  void theRequestGoesToTheChatOfTheServer() throws Exception {
    assertThat(WIRE.sentTo(request(user("Hi")), Map.of()).head())
        .startsWith("POST /v1/api/chat HTTP/1.1\r\n")
        .containsIgnoringCase("\r\nAccept: application/x-ndjson\r\n");
  }

  @ParameterizedTest
  @CsvSource({"options, must be an object", "keep_alive, must be a text or a number"})
  void anOptionOfTheWrongTypeIsRefused(String option, String reason) {
    var options = Map.<String, JsonNode>of(option, BooleanNode.TRUE);

    assertThatThrownBy(() -> WIRE.model("http://localhost", options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("adapter_options." + option + " " + reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'32768'", "0", "4096.5", "true"})
  @Rows(1172)
  void aContextWindowThatIsNotANumberIsRefused(String window) throws Exception {
    Map<String, JsonNode> options = Map.of("options", json("{'num_ctx': " + window + "}"));

    assertThatThrownBy(() -> WIRE.model("http://localhost", options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("adapter_options.options.num_ctx must be a number of tokens from 1");
  }

  private static JsonNode json(String text) throws Exception {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}
