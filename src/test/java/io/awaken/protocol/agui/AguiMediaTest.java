package io.awaken.protocol.agui;

import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.json;
import static io.awaken.protocol.agui.AguiApi.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.MediaContent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import io.awaken.provider.scripted.Script;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Media in messages of AG-UI clients that the server does not accept. */
@Rows(239)
class AguiMediaTest {

  private static final ThreadId THREAD = new ThreadId("t");
  private static final String LARGE = "AAAA".repeat((int) AskingApi.MEDIA.bytes() / 3 + 1);

  private final AguiApi api =
      new AguiApi(
          Script.builder()
              .calls("open_dialog", Map.of("title", "Hi"))
              .says("It was closed.")
              .build());

  /** A request whose second message has this second part. */
  private static ObjectNode asking(String part) {
    ObjectNode message = user("m2", "");
    message.set(
        "content", json(("[{'type':'text','text':'See.'}," + part + "]").replace('\'', '"')));
    return body("t", "r1", user("m1", "Look!"), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'image','source':{'type':'data','mimeType':'image/tiff','value':'AQ=='}}      | source.mimeType
          {'type':'image','source':{'type':'url','mimeType':'image/tiff','value':'https://a.example/x'}} | source.mimeType
          {'type':'audio','source':{'type':'data','mimeType':'image/png','value':'AQ=='}}       | source.mimeType
          {'type':'image','source':{'type':'url','value':'data:image/tiff;base64,AQ=='}}        | source.value
          {'type':'binary','mimeType':'image/tiff','data':'AQ=='}                               | mimeType
          {'type':'binary','mimeType':'image/tiff','url':'https://a.example/x'}                 | mimeType
          {'type':'binary','mimeType':'image/png','url':'data:image/tiff;base64,AQ=='}          | url
          """)
  void anUnsupportedTypeIsRefusedWithTheClientsField(String part, String field) {
    Refusal refusal = refusal(() -> api.open(asking(part)));

    assertThat(refusal.status()).isEqualTo(415);
    assertThat(refusal.code()).isEqualTo("unsupported_media_type");
    assertThat(refusal.field()).isEqualTo("messages[1].content[1]." + field);
    assertThat(api.node.stores.threads().find(THREAD)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'image','source':{'type':'data','mimeType':'image/png','value':'LARGE'}}      | source.value
          {'type':'image','source':{'type':'url','value':'data:image/png;base64,LARGE'}}        | source.value
          {'type':'binary','mimeType':'image/png','data':'LARGE'}                               | data
          {'type':'binary','mimeType':'image/png','url':'data:image/png;base64,LARGE'}          | url
          """)
  void oversizedMediaIsRefusedWithTheFieldOfItsBytes(String part, String field) {
    Refusal refusal = refusal(() -> api.open(asking(part.replace("LARGE", LARGE))));

    assertThat(refusal.status()).isEqualTo(413);
    assertThat(refusal.code()).isEqualTo("media_too_large");
    assertThat(refusal.field()).isEqualTo("messages[1].content[1]." + field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'video','source':{'type':'file','value':'UPLOAD'}} | type
          {'type':'binary','mimeType':'video/mp4','id':'UPLOAD'}     | mimeType
          """)
  void anUploadOfAnotherKindIsRefusedWithTheFieldOfItsKind(String part, String field) {
    var threads = api.node.stores.threads();
    threads.create(THREAD, Caller.ANONYMOUS, null, null, null);
    var picture = MediaContent.of("image/png", new MediaBytes(new byte[] {9, 9}));
    threads.media().put(THREAD, Caller.ANONYMOUS, picture, ThreadLimits.DEFAULT);

    Refusal refusal = refusal(() -> api.open(asking(part.replace("UPLOAD", picture.id()))));

    assertThat(refusal.status()).isEqualTo(415);
    assertThat(refusal.field()).isEqualTo("messages[1].content[1]." + field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'binary','mimeType':'image/png','data':'?'}                | data
          {'type':'binary','mimeType':'image/png','data':''}                 | data
          {'type':'binary','mimeType':'image/png','url':'data:image/png,AQ'} | url
          """)
  void invalidBytesOfEarlierClientsAreRefusedWithTheirField(String part, String field) {
    Refusal refusal = refusal(() -> api.open(asking(part)));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.field()).isEqualTo("messages[1].content[1]." + field);
  }

  @Test
  void imageTypesAreCaseInsensitive() {
    api.open(asking("{'type':'binary','mimeType':'Image/PNG','data':'AQ=='}"));

    assertThat(api.node.stores.threads().history(THREAD).getLast().content().getLast())
        .isInstanceOfSatisfying(
            ImageBlock.class, image -> assertThat(image.mediaType()).isEqualTo("image/png"));
  }

  @Test
  void aRefusedMessagePreventsTheAnswer() {
    ObjectNode first = body("t", "r1", user("m1", "open"));
    JsonNode tools = json("[{\"name\":\"open_dialog\",\"parameters\":{\"type\":\"object\"}}]");
    var asked = api.post(first.set("tools", tools));
    String call = asked.getLast().at("/outcome/pendingToolCallIds/0").asText();
    ObjectNode answer =
        asking("{'type':'image','source':{'type':'data','mimeType':'image/tiff','value':'AQ=='}}");
    answer.put("runId", "r2");
    answer.withArray("messages").insert(1, AguiApi.result("m3", call, "closed"));

    Refusal refusal = refusal(() -> api.open(answer));

    assertThat(refusal.status()).isEqualTo(415);
    assertThat(refusal.field()).isEqualTo("messages[2].content[1].source.mimeType");
    assertThat(api.messages("t").get("pendingToolCallIds").get(0).asText()).isEqualTo(call);
  }
}
