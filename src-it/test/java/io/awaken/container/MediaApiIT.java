package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Media over HTTP: uploads, downloads, and runs whose models receive media. */
@OnWildFly
class MediaApiIT extends BuiltArchiveTest {

  /** Above the size limit of other bodies. */
  private static final byte[] PICTURE = bytes(1_500_000);

  private static byte[] bytes(int length) {
    var bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private String thread() {
    return api.postJson("/v1/threads", "{}").json().get("id").asText();
  }

  private Answer upload(String thread, String type, byte[] bytes) {
    return api.send(
        "POST",
        "/v1/threads/" + thread + "/media",
        BodyPublishers.ofByteArray(bytes),
        "Content-Type",
        type);
  }

  @Test
  @Rows(230)
  void anUploadIsDownloadedUnchanged() {
    String thread = thread();

    Answer stored = upload(thread, "image/png", PICTURE);

    assertThat(stored.status()).isEqualTo(201);
    assertThat(stored.json().get("size").asInt()).isEqualTo(PICTURE.length);
    String place = stored.header("Location");
    assertThat(place).endsWith("/v1/threads/" + thread + "/media/" + id(stored));
    Answer loaded = api.get("/v1/threads/" + thread + "/media/" + id(stored));
    assertThat(loaded.status()).isEqualTo(200);
    assertThat((byte[]) loaded.response().body()).isEqualTo(PICTURE);
    assertThat(loaded.header("Content-Type")).isEqualTo("image/png");
    assertThat(loaded.header("Content-Disposition")).isEqualTo("attachment");
    assertThat(loaded.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(loaded.header("ETag")).contains(id(stored));
    assertThat(upload(thread, "image/png", PICTURE).json()).isEqualTo(stored.json());
  }

  private static String id(Answer stored) {
    return stored.json().get("media_id").asText();
  }

  @Test
  @Rows(230)
  void theModelReceivesUploadsAndInlineMedia() {
    String thread = thread();
    String id = id(upload(thread, "image/png", PICTURE));
    byte[] small = bytes(70_000);
    String parts =
        """
        [{"type": "text", "text": "What is it?"},
         {"type": "image", "media_id": "%s", "name": "p.png"},
         {"type": "document", "media_type": "application/pdf", "data": "%s"},
         {"type": "image", "url": "https://example.com/x.png"}]
        """
            .formatted(id, Base64.getEncoder().encodeToString(small));

    String answer = converse("viewer", thread, parts);

    assertThat(answer)
        .contains("user image image/png of 1500000 bytes " + id.substring(0, 12))
        .contains("user document application/pdf of 70000 bytes")
        .contains("user image null at https://example.com/x.png");
    JsonNode content =
        api.get("/v1/threads/" + thread + "/messages").json().at("/messages/0/content");
    assertThat(content.at("/1/media_id").asText()).isEqualTo(id);
    assertThat(content.at("/2/data").isMissingNode()).isTrue();
    Answer document =
        api.get("/v1/threads/" + thread + "/media/" + content.at("/2/media_id").asText());
    assertThat((byte[]) document.response().body()).isEqualTo(small);
  }

  private String converse(String agent, String thread, String content) {
    String body =
        "{\"agent_id\":\"%s\",\"thread_id\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":%s}]}"
            .formatted(agent, thread, content);
    var text = new StringBuilder();
    for (Frame frame : run(body)) {
      if (frame.type().equals("text_delta")) {
        text.append(frame.data().get("delta").asText());
      }
    }
    return text.toString();
  }

  @Test
  @Rows(230)
  void refusedUploadsGetTheirStatus() {
    String thread = thread();

    assertThat(upload(thread, "image/tiff", PICTURE).status()).isEqualTo(415);
    assertThat(upload(thread, "image/png", bytes(3_200_000)).status()).isEqualTo(413);
    assertThat(upload(thread, "image/png", new byte[0]).status()).isEqualTo(400);
    assertThat(upload("nothing", "image/png", PICTURE).status()).isEqualTo(404);
    assertThat(api.get("/v1/threads/" + thread + "/media/none").json().get("code").asText())
        .isEqualTo("media_not_found");
    Answer run =
        api.postJson(
            "/v1/runs",
            "{\"agent_id\":\"viewer\",\"messages\":[{\"role\":\"user\",\"content\":"
                + "[{\"type\":\"image\",\"media_type\":\"image/tiff\",\"data\":\"AQ==\"}]}]}");
    assertThat(run.status()).isEqualTo(415);
    assertThat(run.json().get("field").asText()).isEqualTo("messages[0].content[0].media_type");
  }
}
