package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.submit.MediaRules;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.Quotas.Kind;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Blocks;
import io.awaken.fixture.FakeRestLayer;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.thread.ThreadMedia;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uploads and downloads of a thread's media. */
class ThreadMediaRoutesTest {

  private final AskingApi api = new AskingApi(AskingNode.APPROVAL);
  private Quotas quota = Quotas.NONE;

  @BeforeEach
  void makeAThread() {
    FakeRestLayer.install();
    api.asking
        .node
        .stores
        .threads()
        .create(new ThreadId("t"), AskingApi.ADA, null, null, null, Sharing.TENANT);
  }

  private ThreadMediaResource media(Caller caller) {
    var resource = new ThreadMediaResource();
    resource.threads = api.asking.node.stores.threads();
    resource.media =
        new ThreadMedia(
            resource.threads,
            new ThreadLimits(10, 1_000_000),
            new MediaRules(Set.of("image/png", "text/plain"), 700_000, null),
            quota);
    resource.security = KnownCallers.of(caller);
    return resource;
  }

  private ThreadMediaResource.Uploaded upload(Caller caller, String type, byte[] bytes) {
    try {
      return media(caller).stored("t", type, new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Response download(Caller caller, String id) {
    return media(caller).download("t", id);
  }

  private static byte[] bytes(Response response) throws IOException {
    var out = new ByteArrayOutputStream();
    ((StreamingOutput) response.getEntity()).write(out);
    return out.toByteArray();
  }

  @Test
  void aDownloadEqualsItsUpload() throws IOException {
    byte[] picture = Blocks.bytes(2 * MediaStore.PART + 5, 1);

    var stored = upload(AskingApi.ADA, "Image/PNG", picture);
    Response response = download(AskingApi.BOB, stored.mediaId());

    assertThat(stored.mediaType()).isEqualTo("image/png");
    assertThat(stored.size()).isEqualTo(picture.length);
    assertThat(bytes(response)).isEqualTo(picture);
    assertThat(response.getHeaderString("Content-Type")).isEqualTo("image/png");
    assertThat(response.getHeaderString("Content-Length")).isEqualTo("" + picture.length);
    assertThat(response.getHeaderString("Content-Disposition")).isEqualTo("attachment");
    assertThat(response.getHeaderString("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(response.getHeaderString("ETag")).isEqualTo("\"" + stored.mediaId() + "\"");
  }

  @Test
  void theSameUploadHasTheSameId() {
    var first = upload(AskingApi.ADA, "image/png", new byte[] {1});
    assertThat(upload(AskingApi.BOB, "image/png", new byte[] {1})).isEqualTo(first);
  }

  @Test
  void anotherTenantFindsNothing() {
    var stored = upload(AskingApi.ADA, "image/png", new byte[] {1});

    Refusal refused = refusal(() -> download(AskingApi.STRANGER, stored.mediaId()));
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.code()).isEqualTo("thread_not_found");
    assertThat(refusal(() -> upload(AskingApi.STRANGER, "image/png", new byte[] {1})).status())
        .isEqualTo(404);
    assertThat(refusal(() -> download(AskingApi.ADA, "none")).code()).isEqualTo("media_not_found");
  }

  @Test
  void invalidMediaIsRefusedAndNothingIsStored() {
    assertThat(refusal(() -> upload(AskingApi.ADA, "image/tiff", new byte[] {1})).status())
        .isEqualTo(415);
    assertThat(refusal(() -> upload(AskingApi.ADA, null, new byte[] {1})).field())
        .isEqualTo("Content-Type");
    assertThat(refusal(() -> upload(AskingApi.ADA, "image/png", new byte[0])).code())
        .isEqualTo("missing_body");
    Refusal large = refusal(() -> upload(AskingApi.ADA, "image/png", new byte[700_001]));
    assertThat(large.status()).isEqualTo(413);
    assertThat(large.field()).isEqualTo("body");
    assertThat(large.message()).contains("700000");
  }

  @Test
  void theMediaOfAThreadAreLimited() {
    upload(AskingApi.ADA, "image/png", new byte[600_000]);

    Refusal full = refusal(() -> upload(AskingApi.ADA, "image/png", new byte[500_000]));

    assertThat(full.status()).isEqualTo(409);
    assertThat(full.code()).isEqualTo("thread_full");
    assertThat(full.message()).contains("1000000");
  }

  @Test
  void aCallerThatUploadsTooOftenGetsRetryAfter() {
    quota =
        new Quotas(
            Map.of(Kind.UPLOADS, new Quotas.Rate(1, 0, 0)),
            Quotas.Runs.NONE,
            Optional::empty,
            () -> 0);
    upload(AskingApi.ADA, "image/png", new byte[] {1});

    Refusal often = refusal(() -> upload(AskingApi.ADA, "image/png", new byte[] {2}));

    assertThat(often.status()).isEqualTo(429);
    assertThat(often.code()).isEqualTo("too_many_uploads");
    assertThat(often.message()).isEqualTo("at most 1 uploads per principal and minute");
    assertThat(often.retryAfter()).isEqualTo(60);
  }
}
