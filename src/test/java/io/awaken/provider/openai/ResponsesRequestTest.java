package io.awaken.provider.openai;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
import io.awaken.fixture.Conversations;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResponsesRequestTest {

  private static final RecordedWire WIRE = RecordedWire.ofEvents(ResponsesAdapter::new);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @Test
  @Carries({"openai_responses:calls", "openai_responses:replay", "openai_responses:effort"})
  void anAnswerIsSentBackAsItsOriginalItems() throws Exception {
    StreamResult answer =
        WIRE.answer(RecordedWire.recorded("openai_responses/calls.sse"), LlmListener.NONE);
    var asked = message(answer.content(), answer.toolCalls());
    var weather = new ToolDescriptor("get_weather", null, "DESCRIPTION", JSON.objectNode(), null);
    var request =
        new LlmRequest(
            "gpt",
            "Be brief.",
            List.of(
                user("Weather in Bern and Rome?"),
                asked,
                tool("call_bern", "sunny"),
                tool("call_rome", "rain"),
                assistant("Sunny and rain.")),
            List.of(weather),
            new InferenceParameters(0.5, 0.9, 100, ReasoningEffort.of(ReasoningEffort.Level.LOW)));

    assertThat(WIRE.sent(request, Map.of("reasoning_summary", TextNode.valueOf("auto"))))
        .isEqualTo(MAPPER.readTree(RecordedWire.recorded("openai_responses/request.json")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'none'          | none",
        "'low'           | low",
        "'medium'        | medium",
        "'high'          | high",
        "'max'           | high",
        "{'budget':1024} | low",
        "{'budget':8192} | medium",
        "{'budget':24576}| high",
      },
      quoteCharacter = '"')
  @Rows(102)
  @Carries("openai_responses:effort")
  void effortIsSentAsTheNearestSupportedLevel(String effort, String sent) throws Exception {
    var parameters = new InferenceParameters(null, null, null, ReasoningEffort.of(json(effort)));
    var request = new LlmRequest("m", null, List.of(user("Hi")), List.of(), parameters);

    assertThat(WIRE.sent(request, Map.of()).path("reasoning").path("effort").textValue())
        .isEqualTo(sent);
  }

  @Test
  void unsetFieldsAreNotSent() throws Exception {
    assertThat(WIRE.sent(request(user("Hi")), Map.of("encrypted_reasoning", BooleanNode.FALSE)))
        .isEqualTo(
            json(
                "{'model':'model','input':[{'role':'user','content':'Hi'}],"
                    + "'store':false,'stream':true}"));
  }

  @Test
  void trailingReasoningAndThatOfOthersAreNotSentBack() throws Exception {
    var own = new ContentBlock.Thinking("mine", "p", null, "sealed", null);
    var foreign = new ContentBlock.Thinking("theirs", "other", null, "foreign", null);

    assertThat(
            input(
                message(List.of(own), List.of()),
                message(List.of(foreign, new ContentBlock.Text("Yes.")), List.of())))
        .isEqualTo(
            json(
                "[{'type':'message','role':'assistant','status':'completed',"
                    + "'content':[{'type':'output_text','text':'Yes.','annotations':[]}]}]"));
  }

  @Test
  void invalidJsonArgumentsAreSentBackUnchanged() throws Exception {
    var broken = new ToolCall("c", "f", TextNode.valueOf("{\"city\":"));

    assertThat(input(assistant(null, broken)).path(0).path("arguments").textValue())
        .isEqualTo("{\"city\":");
  }

  @Test
  @Carries({"openai_responses:images", "openai_responses:pdf", "openai_responses:texts"})
  void imagesAndFilesAreSentAsBytesOrUrls() throws Exception {
    byte[] bytes = {1};
    assertThat(
            input(
                    user(
                        new ContentBlock.Text("look"),
                        MediaKind.IMAGE.of("image/png", bytes, "a.png"),
                        MediaKind.IMAGE.at("https://example.com/a.png", null, null),
                        MediaKind.DOCUMENT.of("application/pdf", bytes, "a.pdf"),
                        MediaKind.DOCUMENT.at("https://example.com/a.pdf", null, null),
                        MediaKind.DOCUMENT.of("text/plain", new byte[] {'h', 'i'}, "note.txt")))
                .path(0)
                .path("content"))
        .isEqualTo(
            json(
                "[{'type':'input_text','text':'look'},"
                    + "{'type':'input_image','detail':'auto',"
                    + "'image_url':'data:image/png;base64,AQ=='},"
                    + "{'type':'input_image','detail':'auto',"
                    + "'image_url':'https://example.com/a.png'},"
                    + "{'type':'input_file','filename':'a.pdf',"
                    + "'file_data':'data:application/pdf;base64,AQ=='},"
                    + "{'type':'input_file','file_url':'https://example.com/a.pdf'},"
                    + "{'type':'input_text','text':'note.txt:\\nhi'}]"));
  }

  @Test
  @Carries("openai_responses:results")
  void mediaOfAResultStaysWithItsResult() throws Exception {
    var drawn =
        Message.tool(
            "r",
            "c",
            List.of(
                new ContentBlock.Text("done"),
                MediaKind.IMAGE.of("image/png", new byte[] {1}, "a.png")),
            null);

    assertThat(input(drawn))
        .isEqualTo(
            json(
                "[{'type':'function_call_output','call_id':'c','output':["
                    + "{'type':'input_text','text':'done'},{'type':'input_image','detail':'auto',"
                    + "'image_url':'data:image/png;base64,AQ=='}]}]"));
  }

  static List<Media> whatTheWireCannotTake() {
    byte[] bytes = {1};
    return List.of(
        MediaKind.VIDEO.of("video/mp4", bytes, null),
        MediaKind.AUDIO.of("audio/wav", bytes, null),
        MediaKind.DOCUMENT.of("application/zip", bytes, null),
        MediaKind.IMAGE.of("image/png\",\"x\":\"", bytes, null));
  }

  @ParameterizedTest
  @MethodSource("whatTheWireCannotTake")
  void unsupportedContentIsAnErrorNamingThePart(Media media) {
    assertThatThrownBy(() -> input(user(new ContentBlock.Text("look"), media)))
        .isInstanceOfSatisfying(
            InferenceException.class,
            e ->
                assertThat(e.forClients())
                    .contains("content[1] of the message u: the wire openai_responses takes")
                    .endsWith("(unsupported_content)"));
  }

  @Test
  void theKeyGoesToTheResponsesOfTheProvider() throws Exception {
    assertThat(WIRE.sentTo(request(user("Hi")), Map.of()).head())
        .startsWith("POST /v1/responses HTTP/1.1\r\n")
        .contains("\r\nAuthorization: Bearer " + RecordedWire.KEY + "\r\n");
  }

  @Test
  void anUnknownReasoningSummaryIsRefused() {
    var options = Map.<String, JsonNode>of("reasoning_summary", TextNode.valueOf("long"));

    assertThatThrownBy(() -> WIRE.model("http://localhost", options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("adapter_options.reasoning_summary must be auto, concise or detailed");
  }

  private static Message user(ContentBlock... blocks) {
    return Message.user(List.of(blocks)).withId("u");
  }

  private static Message user(String text) {
    return Conversations.user(text);
  }

  private static Message message(List<ContentBlock> content, List<ToolCall> calls) {
    return new Message("a", Role.ASSISTANT, content, calls, null, null, null);
  }

  private static JsonNode input(Message... messages) throws Exception {
    return WIRE.sent(request(messages), Map.of()).path("input");
  }

  private static JsonNode json(String text) throws Exception {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}
