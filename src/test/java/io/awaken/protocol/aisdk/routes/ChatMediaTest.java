package io.awaken.protocol.aisdk.routes;

import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.MediaContent;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in messages of chat clients that the server does not accept. */
@Rows(237)
class ChatMediaTest {

  private static final ThreadId THREAD = new ThreadId("c1");
  private static final String TIFF =
      "{'type':'file','mediaType':'image/tiff','url':'data:image/tiff;base64,AQ=='}";

  private final ChatApi chat = new ChatApi();

  /** A user message with this third part; its data part only occupies an index. */
  private static String showing(String part) {
    return ("{'id':'u2','role':'user','parts':[{'type':'data-mood','data':1},"
            + "{'type':'text','text':'See.'},"
            + part
            + "]}")
        .replace('\'', '"');
  }

  /** A body with that message after another one. */
  private static String body(String part) {
    return "{\"id\":\"c1\",\"messages\":["
        + ChatBodies.user("u1", "Look!")
        + ","
        + showing(part)
        + "]}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        TIFF,
        "{'type':'file','mediaType':'image/tiff','url':'https://a.example/x'}",
        "{'type':'file','mediaType':'image/tiff','url':'data:image/png;base64,AQ=='}",
        "{'type':'file','url':'data:image/tiff;base64,AQ=='}"
      })
  void anUnsupportedTypeIsRefusedAndNothingIsStored(String part) {
    Refusal refusal = refusal(() -> chat.post(body(part)));

    assertThat(refusal.status()).isEqualTo(415);
    assertThat(refusal.code()).isEqualTo("unsupported_media_type");
    assertThat(refusal.field()).isEqualTo("messages[1].parts[2].mediaType");
    assertThat(chat.node.stores.threads().find(THREAD)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"'trigger':'regenerate-message'", "'messageId':'u2'"})
  void repeatedAndEditedMessagesAreRefusedAlike(String more) {
    String wanted =
        body(TIFF).replace("{\"id\":\"c1\"", "{\"id\":\"c1\"," + more.replace('\'', '"'));

    Refusal refusal = refusal(() -> chat.post(wanted));

    assertThat(refusal.status()).isEqualTo(415);
    assertThat(refusal.field()).isEqualTo("messages[1].parts[2].mediaType");
  }

  @Test
  void oversizedMediaIsRefusedWithTheFieldOfItsBytes() {
    String large = "AAAA".repeat((int) AskingApi.MEDIA.bytes() / 3 + 1);
    String part = "{'type':'file','mediaType':'image/png','url':'data:image/png;base64," + large;

    Refusal refusal = refusal(() -> chat.post(body(part + "'}")));

    assertThat(refusal.status()).isEqualTo(413);
    assertThat(refusal.code()).isEqualTo("media_too_large");
    assertThat(refusal.field()).isEqualTo("messages[1].parts[2].url");
  }

  private String upload() {
    var threads = chat.node.stores.threads();
    threads.create(THREAD, AskingApi.ADA, null, null, null);
    var picture = MediaContent.of("image/png", new MediaBytes(new byte[] {9, 9}));
    threads.media().put(THREAD, AskingApi.ADA, picture, ThreadLimits.DEFAULT);
    return "/v1/threads/c1/media/" + picture.id();
  }

  @Test
  void anUploadOfAnotherKindIsRefusedWithTheFieldOfItsKind() {
    String part = "{'type':'file','mediaType':'video/mp4','url':'" + upload() + "'}";

    Refusal refusal = refusal(() -> chat.post(body(part)));

    assertThat(refusal.status()).isEqualTo(415);
    assertThat(refusal.field()).isEqualTo("messages[1].parts[2].mediaType");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'file','mediaType':'Image/PNG','url':'data:Image/PNG;base64,AQ=='}
          {'type':'file','mediaType':'IMAGE/png','url':'UPLOAD'}
          """)
  void imageTypesAreCaseInsensitive(String part) {
    chat.send(body(part.replace("UPLOAD", upload())), null, new FakeExchange());

    assertThat(chat.node.stores.threads().history(THREAD).getLast().content().getLast())
        .isInstanceOfSatisfying(
            ImageBlock.class, image -> assertThat(image.mediaType()).isEqualTo("image/png"));
  }
}
