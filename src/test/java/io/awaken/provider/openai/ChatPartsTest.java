package io.awaken.provider.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.fixture.Blocks;
import io.awaken.fixture.Carries;
import io.awaken.provider.http.FormatSupport;
import io.awaken.provider.http.ReasoningReplay;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content other than text on the wire. */
class ChatPartsTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static LlmRequest request(Message... messages) {
    return new LlmRequest("m", null, List.of(messages), List.of(), InferenceParameters.DEFAULT);
  }

  private static JsonNode sent(LlmRequest request) throws Exception {
    var wire =
        new OpenAiAdapter.Options(
            "own", false, "max_tokens", ReasoningReplay.SIGNED, FormatSupport.JSON_SCHEMA);
    return MAPPER.readTree(ChatRequestWriter.write(request.seenBy("own"), wire)).path("messages");
  }

  private static JsonNode parts(ContentBlock... blocks) throws Exception {
    return sent(request(Message.user(List.of(blocks)).withId("u"))).path(0).path("content");
  }

  private static JsonNode json(String text) throws Exception {
    return MAPPER.readTree(text.replace('\'', '"'));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 100, 48 << 10, (48 << 10) + 1, 300_000})
  @Carries("openai:images")
  void anImageIsSentAsADataUrl(int length) throws Exception {
    byte[] bytes = Blocks.bytes(length, length);

    JsonNode image =
        parts(new ContentBlock.Text("look"), MediaKind.IMAGE.of("image/png", bytes, "a.png"))
            .path(1);

    assertThat(image.path("type").textValue()).isEqualTo("image_url");
    assertThat(image.path("image_url").path("url").textValue())
        .isEqualTo("data:image/png;base64," + base64(bytes));
  }

  @Test
  @Carries("openai:images")
  void textsAndAnImageByItsUrlKeepTheirOrder() throws Exception {
    assertThat(
            parts(
                new ContentBlock.Text("before"),
                MediaKind.IMAGE.at("https://example.com/a.png", null, null),
                new ContentBlock.Text("behind")))
        .isEqualTo(
            json(
                "[{'type':'text','text':'before'},{'type':'image_url','image_url':"
                    + "{'url':'https://example.com/a.png'}},{'type':'text','text':'behind'}]"));
  }

  @Test
  @Carries("openai:sound")
  void audioIsSentWithItsFormat() throws Exception {
    byte[] bytes = Blocks.bytes(10, 1);
    for (String[] known :
        new String[][] {{"audio/wav", "wav"}, {"audio/mpeg", "mp3"}, {"audio/mp3", "mp3"}}) {
      JsonNode audio = parts(MediaKind.AUDIO.of(known[0], bytes, null)).path(0);
      assertThat(audio.path("input_audio").path("format").textValue()).isEqualTo(known[1]);
      assertThat(audio.path("input_audio").path("data").textValue()).isEqualTo(base64(bytes));
    }
  }

  @Test
  @Carries({"openai:pdf", "openai:texts"})
  void aPdfIsSentAsAFileAndTextAsText() throws Exception {
    byte[] pdf = Blocks.bytes(10, 2);
    byte[] note = "Grüezi".getBytes(StandardCharsets.UTF_8);

    JsonNode content =
        parts(
            MediaKind.DOCUMENT.of("application/pdf", pdf, "a \"b\".pdf"),
            MediaKind.DOCUMENT.of("text/plain", note, "note.txt"));

    assertThat(content.path(0).path("file").path("filename").textValue()).isEqualTo("a \"b\".pdf");
    assertThat(content.path(0).path("file").path("file_data").textValue())
        .isEqualTo("data:application/pdf;base64," + base64(pdf));
    assertThat(content.path(1)).isEqualTo(json("{'type':'text','text':'note.txt:\\nGrüezi'}"));
  }

  static List<Media> whatTheWireCannotTake() {
    byte[] bytes = {1};
    return List.of(
        MediaKind.VIDEO.of("video/mp4", bytes, null),
        MediaKind.AUDIO.of("audio/ogg", bytes, null),
        MediaKind.AUDIO.at("https://example.com/a.wav", "audio/wav", null),
        MediaKind.DOCUMENT.of("application/zip", bytes, null),
        MediaKind.DOCUMENT.at("https://example.com/a.pdf", "application/pdf", null),
        MediaKind.IMAGE.of("image/png\",\"x\":\"", bytes, null),
        MediaKind.IMAGE.of(null, bytes, null));
  }

  @ParameterizedTest
  @MethodSource("whatTheWireCannotTake")
  void unsupportedContentIsAnErrorNamingThePart(Media media) {
    assertThatThrownBy(() -> parts(new ContentBlock.Text("look"), media))
        .isInstanceOfSatisfying(
            InferenceException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(InferenceException.Kind.UNSUPPORTED_CONTENT);
              assertThat(e.forClients())
                  .contains("content[1] of the message u: the wire openai takes")
                  .endsWith("(unsupported_content)");
            });
  }

  @Test
  void storedMediaIsReadWhenTheRequestIsWritten() throws Exception {
    byte[] bytes = Blocks.bytes(5, 3);
    var block = MediaKind.IMAGE.stored("id-1", "image/png", 5, null);
    var refers = request(Message.user(List.of(block)).withId("u"));

    JsonNode sent = sent(refers.with(media -> media.mediaId().equals("id-1") ? bytes : null));

    assertThat(sent.toString()).contains(base64(bytes));
    assertThatThrownBy(() -> sent(refers)).isInstanceOf(InferenceException.class);
  }

  @Test
  @Carries("openai:results")
  void mediaOfResultsFollowsTheLastOfThem() throws Exception {
    var json = JsonNodeFactory.instance;
    var asks =
        new Message(
            "a",
            Role.ASSISTANT,
            List.of(),
            List.of(
                new ToolCall("c1", "draw", json.objectNode()),
                new ToolCall("c2", "sum", json.objectNode())),
            null,
            null,
            null);
    var drawn =
        Message.tool(
            "r1",
            "c1",
            List.of(
                new ContentBlock.Text("done"),
                MediaKind.IMAGE.of("image/png", new byte[] {1}, "a.png"),
                ContentBlock.Source.url("https://example.com", "A page")),
            null);
    var sum = Message.tool("r2", "c2", "2", null);

    JsonNode sent = sent(request(asks, drawn, sum, Message.user("u", "and?")));

    assertThat(sent).hasSize(5);
    assertThat(sent.path(1).path("content").textValue())
        .isEqualTo("done\n[image image/png a.png]\nA page <https://example.com>");
    assertThat(sent.path(2).path("tool_call_id").textValue()).isEqualTo("c2");
    assertThat(sent.path(3))
        .isEqualTo(
            json(
                "{'role':'user','content':[{'type':'text','text':'From the result of the tool call"
                    + " c1:'},{'type':'image_url','image_url':"
                    + "{'url':'data:image/png;base64,AQ=='}}]}"));
    assertThat(sent.path(4).path("content").textValue()).isEqualTo("and?");
  }

  @Test
  void metadataIsSentBackToItsProviderOnly() throws Exception {
    var own = json("{'extra_content':{'google':{'thought_signature':'c2ln'}}}");
    var both = ProviderMetadata.of("own", own);
    both.set("other", json("{'secret':1}"));
    var call = new ToolCall("c1", "draw", JsonNodeFactory.instance.objectNode());
    var answer =
        new Message(
            "a",
            Role.ASSISTANT,
            List.of(ContentBlock.Thinking.signed("hm", "other", "sealed-by-other")),
            List.of(call.with(both)),
            null,
            null,
            null);

    JsonNode sent = sent(request(answer));

    assertThat(sent.path(0).path("tool_calls").path(0).path("extra_content"))
        .isEqualTo(own.path("extra_content"));
    assertThat(sent.toString()).doesNotContain("secret", "sealed-by-other");
  }
}
