package io.awaken.provider.gemini;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.provider.gemini.GeminiFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.model.InferenceException;
import io.awaken.fixture.Carries;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Content other than text on the wire. */
class GenerateMediaTest {

  private static JsonNode parts(ContentBlock... blocks) throws Exception {
    return GeminiFixture.sent(request(Message.user(List.of(blocks)).withId("u")))
        .path("contents")
        .path(0)
        .path("parts");
  }

  @Test
  @Carries({"gemini:images", "gemini:pdf", "gemini:sound", "gemini:video"})
  void mediaIsSentAsBytes() throws Exception {
    byte[] bytes = {1, 2, 3};

    assertThat(
            parts(
                new ContentBlock.Text("look"),
                MediaKind.IMAGE.of("image/heic", bytes, "a.heic"),
                MediaKind.AUDIO.of("audio/ogg", bytes, null),
                MediaKind.VIDEO.of("video/mp4", bytes, null),
                MediaKind.DOCUMENT.of("application/pdf", bytes, null)))
        .isEqualTo(
            json(
                "[{'text':'look'},{'inlineData':{'mimeType':'image/heic','data':'AQID'}},"
                    + "{'inlineData':{'mimeType':'audio/ogg','data':'AQID'}},"
                    + "{'inlineData':{'mimeType':'video/mp4','data':'AQID'}},"
                    + "{'inlineData':{'mimeType':'application/pdf','data':'AQID'}}]"));
  }

  @Test
  @Carries({"gemini:images", "gemini:video"})
  void mediaIsSentAsUrl() throws Exception {
    assertThat(
            parts(
                MediaKind.IMAGE.at("https://example.com/a.png", null, null),
                MediaKind.VIDEO.at("https://example.com/a.mp4", "video/mp4", null)))
        .isEqualTo(
            json(
                "[{'fileData':{'fileUri':'https://example.com/a.png'}},{'fileData':"
                    + "{'mimeType':'video/mp4','fileUri':'https://example.com/a.mp4'}}]"));
  }

  @Test
  @Carries("gemini:texts")
  void textsAndSourcesAreSentAsText() throws Exception {
    byte[] note = "Grüezi".getBytes(StandardCharsets.UTF_8);

    assertThat(
            parts(
                MediaKind.DOCUMENT.of("text/plain", note, "note.txt"),
                ContentBlock.Source.url("https://example.com", "A page")))
        .isEqualTo(json("[{'text':'note.txt:\\nGrüezi'},{'text':'A page <https://example.com>'}]"));
  }

  @Test
  void anImageOfTheModelIsSentBackWithItsSignature() throws Exception {
    var image =
        MediaKind.IMAGE
            .of("image/png", new byte[] {1}, null)
            .with(ProviderMetadata.of("p", json("{'thoughtSignature':'czE='}")));
    var answer = new Message("a", Role.ASSISTANT, List.of(image), List.of(), null, null, null);

    assertThat(GeminiFixture.sent(request(answer)).path("contents").path(1).path("parts"))
        .isEqualTo(
            json(
                "[{'inlineData':{'mimeType':'image/png','data':'AQ=='},"
                    + "'thoughtSignature':'czE='}]"));
  }

  static List<Media> whatTheWireCannotTake() {
    byte[] bytes = {1};
    return List.of(
        MediaKind.IMAGE.of(null, bytes, null),
        MediaKind.IMAGE.of("application/pdf", bytes, null),
        MediaKind.AUDIO.of("video/mp4", bytes, null),
        MediaKind.VIDEO.of("audio/wav", bytes, null),
        MediaKind.DOCUMENT.of("application/zip", bytes, null),
        MediaKind.DOCUMENT.of(null, bytes, null));
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
                  .contains("content[1] of the message u: the wire gemini takes")
                  .endsWith("(unsupported_content)");
            });
  }
}
