package io.awaken.http.api.run;

import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.MediaKind;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Modality;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Valid and refused parts of messages. */
class InputPartsTest {

  private static final String AT = "messages[0].content[0]";

  private final AskingApi api = new AskingApi(AskingNode.APPROVAL);

  private static String body(String content) {
    return "{\"agent_id\":\"a\",\"thread_id\":\"t\",\"background\":true,"
        + "\"messages\":[{\"role\":\"user\",\"content\":"
        + content.replace('\'', '"')
        + "}]}";
  }

  private static CreateRun parsed(String content) {
    return AskingApi.read(body(content), CreateRun.class);
  }

  private static List<ContentBlock> blocks(String content) {
    return parsed(content).toRequest(Caller.ANONYMOUS).messages().getFirst().content();
  }

  private Refusal refused(String content) {
    Refusal refusal = refusal(() -> RunsApi.begin(api.runs(), body(content), null));
    assertThat(api.asking.node.stores.threads().find(new ThreadId("t"))).isEmpty();
    return refusal;
  }

  private static Arguments row(String part, int status, String code, String field) {
    return Arguments.of(part, status, code, field);
  }

  static Stream<Arguments> partsThatAreRefused() {
    String image = "'type':'image','media_type':'image/png'";
    return Stream.of(
        row("7", 400, "invalid_field", AT),
        row("{}", 400, "missing_field", AT + ".type"),
        row("{'type':'picture'}", 400, "invalid_field", AT + ".type"),
        row("{'type':7}", 400, "invalid_field", AT + ".type"),
        row("{'type':'text'}", 400, "missing_field", AT + ".text"),
        row("{'type':'text','text':' '}", 400, "invalid_field", AT + ".text"),
        row("{'type':'text','text':'a','url':'https://a.example'}", 400, "invalid_field", AT),
        row("{'type':'text','text':'a','size':1}", 400, "unknown_field", AT + ".size"),
        row("{" + image + "}", 400, "invalid_field", AT),
        row("{" + image + ",'data':'AQ==','url':'https://a.example/'}", 400, "invalid_field", AT),
        row("{" + image + ",'data':'AQ==','text':'x'}", 400, "invalid_field", AT + ".text"),
        row("{" + image + ",'data':'no base64'}", 400, "invalid_field", AT + ".data"),
        row("{" + image + ",'data':''}", 400, "invalid_field", AT + ".data"),
        row("{" + image + ",'data':'AQ==','name':''}", 400, "invalid_field", AT + ".name"),
        row("{'type':'image','data':'AQ=='}", 400, "missing_field", AT + ".media_type"),
        row("{" + image + ",'media_id':'none'}", 400, "invalid_field", AT + ".media_id"),
        row("{" + image + ",'url':'ftp://a.example/x'}", 400, "invalid_field", AT + ".url"),
        row("{" + image + ",'url':'https://a example'}", 400, "invalid_field", AT + ".url"),
        row("{" + image + ",'url':'https://10.0.0.1/x'}", 400, "invalid_field", AT + ".url"),
        row("{" + image + ",'url':'http://a.example/x'}", 400, "invalid_field", AT + ".url"),
        row("{" + image + ",'url':'https://intranet/x'}", 400, "invalid_field", AT + ".url"),
        row(
            "{" + image + ",'url':'https://a.example/" + "x".repeat(2_048) + "'}",
            400,
            "invalid_field",
            AT + ".url"),
        row(
            "{'type':'image','media_type':'image/tiff','data':'AQ=='}",
            415,
            "unsupported_media_type",
            AT + ".media_type"),
        row(
            "{'type':'image','media_type':'image/tiff','url':'https://a.example/x'}",
            415,
            "unsupported_media_type",
            AT + ".media_type"),
        row(
            "{'type':'audio','media_type':'image/png','data':'AQ=='}",
            415,
            "unsupported_media_type",
            AT + ".media_type"),
        row(
            "{" + image + ",'data':'" + "AAAA".repeat(33_334) + "'}",
            413,
            "media_too_large",
            AT + ".data"));
  }

  @ParameterizedTest
  @MethodSource("partsThatAreRefused")
  void aPartIsRefusedByItsFieldAndNothingIsStored(
      String part, int status, String code, String field) {
    Refusal refusal = refused("[" + part + "]");

    assertThat(refusal.status()).isEqualTo(status);
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.field()).isEqualTo(field);
    assertThat(refusal.message()).isNotBlank().hasSizeLessThan(300);
  }

  @Test
  @Rows(1031)
  void mediaThatTheModelDoesNotAcceptIsRefusedByFieldAndNothingIsStored() {
    var words =
        new ModelSpec("m", "p", "scripted", null, null, Set.of(Modality.TEXT), null, null, null);
    api.asking.node.registry.publish(
        now ->
            now.withDocuments(
                now.agents(), Map.of("m", words), now.pools(), now.executors(), now.providers()));

    Refusal refusal =
        refused(
            "[{'type':'text','text':'Look:'},"
                + "{'type':'image','media_type':'image/png','data':'AQ=='}]");

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.code()).isEqualTo("unsupported_content");
    assertThat(refusal.field()).isEqualTo("messages[0].content[1].type");
    assertThat(refusal.message()).endsWith("the model m takes no image");
  }

  @Test
  void theFieldNamesMessageAndPart() {
    assertThat(refused("[{'type':'text','text':'a'},{'type':'image'}]").field())
        .isEqualTo("messages[0].content[1]");
  }

  @Test
  void thePartsOfAMessageAreLimited() {
    String text = "{'type':'text','text':'a'}";
    String many = String.join(",", Collections.nCopies(100, text));
    assertThat(blocks("[" + many + "]")).hasSize(100);
    assertThat(refused("[" + many + "," + text + "]").field()).isEqualTo("messages[0].content");
  }

  @Test
  void partsBecomeBlocksInTheirOrder() {
    assertThat(
            blocks(
                "[{'type':'text','text':'look'},"
                    + "{'type':'image','media_type':'image/png','data':'AQID','name':'a.png'},"
                    + "{'type':'document','url':'https://a.example/x.pdf'},"
                    + "{'type':'audio','media_id':'m-1'}]"))
        .containsExactly(
            new ContentBlock.Text("look"),
            MediaKind.IMAGE.of("image/png", new byte[] {1, 2, 3}, "a.png"),
            MediaKind.DOCUMENT.at("https://a.example/x.pdf", null, null),
            MediaKind.AUDIO.stored("m-1", null, 0, null));
  }

  @Test
  void aPlainTextIsOneBlock() {
    assertThat(blocks("'hello'")).containsExactly(new ContentBlock.Text("hello"));
  }

  @Test
  void typesAreReadWithoutCaseAndParameters() {
    var begun =
        RunsApi.begin(
            api.runs(),
            body("[{'type':'document','media_type':'Text/Plain; charset=utf-8','data':'aGk='}]"),
            null);

    assertThat(begun.get("status").asText()).isEqualTo("running");
    var history = api.asking.node.stores.threads().history(new ThreadId("t"));
    assertThat(((Media) history.getFirst().content().getFirst()).mediaType())
        .isEqualTo("text/plain");
  }

  private String upload(Caller owner) {
    var threads = api.asking.node.stores.threads();
    var thread = new ThreadId(owner.tenant(), "t");
    threads.create(thread, owner, null, null, null);
    var content = MediaContent.of("image/png", new MediaBytes(new byte[] {9, 9}));
    threads.media().put(thread, owner, content, ThreadLimits.DEFAULT);
    return content.id();
  }

  @Test
  void aReferenceHasTypeAndSizeOfItsUpload() {
    String id = upload(AskingApi.ADA);

    var begun = RunsApi.begin(api.runs(), body("[{'type':'image','media_id':'" + id + "'}]"), null);

    RunId run = new RunId(begun.get("run_id").asText());
    assertThat(api.asking.node.stores.runs().find(run)).isPresent();
    assertThat(api.asking.node.stores.threads().history(new ThreadId("t")).getFirst().content())
        .containsExactly(MediaKind.IMAGE.stored(id, "image/png", 2, null));
  }

  @Test
  void anUploadOfAnotherKindIsRefused() {
    String id = upload(AskingApi.ADA);
    Refusal refusal =
        refusal(
            () ->
                RunsApi.begin(
                    api.runs(), body("[{'type':'video','media_id':'" + id + "'}]"), null));
    assertThat(refusal.status()).isEqualTo(415);
  }

  @Test
  void anUploadOfAnInvisibleThreadIsNotFound() {
    String id = upload(AskingApi.ADA);
    api.as(Caller.ANONYMOUS);
    Refusal refusal =
        refusal(
            () ->
                RunsApi.begin(
                    api.runs(), body("[{'type':'image','media_id':'" + id + "'}]"), null));
    assertThat(refusal.field()).isEqualTo(AT + ".media_id");
  }
}
