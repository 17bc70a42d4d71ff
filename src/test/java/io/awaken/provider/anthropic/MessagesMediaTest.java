package io.awaken.provider.anthropic;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.provider.anthropic.AnthropicFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.InferenceException;
import io.awaken.fixture.Carries;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Content other than text on the wire. */
class MessagesMediaTest {

  private static JsonNode content(Message message) throws Exception {
    return AnthropicFixture.sent(request(message), Map.of("prompt_cache", json("false")))
        .path("messages")
        .path(message.role() == Role.ASSISTANT ? 1 : 0)
        .path("content");
  }

  private static JsonNode blocks(ContentBlock... blocks) throws Exception {
    return content(Message.user(List.of(blocks)).withId("u"));
  }

  @Test
  @Carries("anthropic:images")
  void imagesAreSentAsBytesOrUrlInOrder() throws Exception {
    assertThat(
            blocks(
                new ContentBlock.Text("before"),
                MediaKind.IMAGE.of("image/webp", new byte[] {1, 2, 3}, "a.webp"),
                MediaKind.IMAGE.at("https://example.com/a.png", null, null),
                new ContentBlock.Text("behind")))
        .isEqualTo(
            json(
                "[{'type':'text','text':'before'},"
                    + "{'type':'image','source':{'type':'base64','media_type':'image/webp',"
                    + "'data':'AQID'}},"
                    + "{'type':'image','source':{'type':'url','url':'https://example.com/a.png'}},"
                    + "{'type':'text','text':'behind'}]"));
  }

  @Test
  @Carries({"anthropic:pdf", "anthropic:texts"})
  void aPdfIsSentAsADocumentAndTextAsText() throws Exception {
    byte[] note = "Grüezi".getBytes(StandardCharsets.UTF_8);

    assertThat(
            blocks(
                MediaKind.DOCUMENT.of("application/pdf", new byte[] {1, 2, 3}, "a.pdf"),
                MediaKind.DOCUMENT.at("https://example.com/b.pdf", "application/pdf", null),
                MediaKind.DOCUMENT.of("text/plain", note, "note.txt")))
        .isEqualTo(
            json(
                "[{'type':'document','source':{'type':'base64','media_type':'application/pdf','data':'AQID'},'title':'a.pdf'},{'type':'document','source':{'type':'url','url':'https://example.com/b.pdf'}},{'type':'text','text':'note.txt:\\n"
                    + "Grüezi'}]"));
  }

  @Test
  void generatedMediaAndSourcesAreSentBackAsText() throws Exception {
    var answer =
        new Message(
            "a",
            Role.ASSISTANT,
            List.of(
                MediaKind.IMAGE.of("image/png", new byte[] {1}, "a.png"),
                ContentBlock.Source.url("https://example.com", "A page")),
            List.of(),
            null,
            null,
            null);

    assertThat(content(answer))
        .isEqualTo(
            json(
                "[{'type':'text','text':'[image image/png a.png]'},"
                    + "{'type':'text','text':'A page <https://example.com>'}]"));
  }

  static List<Media> whatTheWireCannotTake() {
    byte[] bytes = {1};
    return List.of(
        MediaKind.VIDEO.of("video/mp4", bytes, null),
        MediaKind.AUDIO.of("audio/wav", bytes, null),
        MediaKind.IMAGE.of("image/tiff", bytes, null),
        MediaKind.IMAGE.of(null, bytes, null),
        MediaKind.DOCUMENT.of("application/zip", bytes, null),
        MediaKind.DOCUMENT.of(null, bytes, null),
        MediaKind.DOCUMENT.at("https://example.com/a.txt", "text/plain", null));
  }

  @ParameterizedTest
  @MethodSource("whatTheWireCannotTake")
  void unsupportedContentIsAnErrorNamingThePart(Media media) {
    assertThatThrownBy(() -> blocks(new ContentBlock.Text("look"), media))
        .isInstanceOfSatisfying(
            InferenceException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(InferenceException.Kind.UNSUPPORTED_CONTENT);
              assertThat(e.forClients())
                  .contains("content[1] of the message u: the wire anthropic takes")
                  .endsWith("(unsupported_content)");
            });
  }
}
