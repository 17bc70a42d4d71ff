package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes of threads over HTTP. */
class PatchThreadTest {

  private final ThreadsApi api = new ThreadsApi();
  private final String parent = api.create("{}");
  private final String thread =
      api.create(
          "{\"title\":\"Trip\",\"resource_id\":\"ticket\",\"parent_thread_id\":\"%s\"}"
              .formatted(parent));

  @Test
  @Rows({159, 230})
  void missingFieldsStayAndNullFieldsAreCleared() {
    JsonNode renamed = api.patch(thread, "{\"title\":\"Journey\"}");
    assertThat(renamed.at("/metadata/title").asText()).isEqualTo("Journey");
    assertThat(renamed.get("resource_id").asText()).isEqualTo("ticket");
    assertThat(renamed.get("parent_thread_id").asText()).isEqualTo(parent);

    JsonNode cleared =
        api.patch(thread, "{\"title\":null,\"resourceId\":null,\"parentThreadId\":null}");
    assertThat(cleared.get("metadata").has("title")).isFalse();
    assertThat(cleared.has("resource_id")).isFalse();
    assertThat(cleared.has("parent_thread_id")).isFalse();
  }

  @Test
  void freeMetadataIsReplacedAsAWhole() {
    api.patch(thread, "{\"custom\":{\"old\":1}}");

    JsonNode changed = api.patch(thread, "{\"custom\":{\"aKey\":[1,\"b\",null,{\"c\":true}]}}");

    assertThat(changed.at("/metadata/custom"))
        .isEqualTo(AskingApi.json("{\"aKey\":[1,\"b\",null,{\"c\":true}]}"));
    assertThat(api.patch(thread, "{\"custom\":null}").get("metadata").has("custom")).isFalse();
  }

  @Test
  void anEmptyChangeReturnsTheThread() {
    JsonNode before = api.patch(thread, "{\"title\":\"Trip\"}");
    api.asking.clock.advance(Duration.ofSeconds(1));

    assertThat(api.patch(thread, "{}")).isEqualTo(before);
  }

  @Test
  void customIsLimitedTo16KiB() {
    String most = "{\"custom\":{\"a\":\"%s\"}}".formatted("x".repeat(PatchThread.MAX_CUSTOM - 8));

    assertThat(api.patch(thread, most).at("/metadata/custom/a").asText()).hasSize(16_376);
    Refusal refusal = refusal(() -> api.patch(thread, most.replace("\"x", "\"xx")));
    assertThat(refusal.field()).isEqualTo("custom");
    assertThat(refusal.message()).isEqualTo("custom must have at most 16384 bytes");
  }

  static Stream<Arguments> badChanges() {
    return Stream.of(
        Arguments.of("null", null),
        Arguments.of("[]", null),
        Arguments.of("{\"x\":1}", "x"),
        Arguments.of("{\"title\":7}", "title"),
        Arguments.of("{\"title\":\"" + "x".repeat(256) + "\"}", "title"),
        Arguments.of("{\"title\":\"a\\u0000\"}", "title"),
        Arguments.of("{\"resource_id\":[]}", "resource_id"),
        Arguments.of("{\"resource_id\":\" \"}", "resource_id"),
        Arguments.of("{\"resourceId\":\"" + "x".repeat(256) + "\"}", "resource_id"),
        Arguments.of("{\"parent_thread_id\":{}}", "parent_thread_id"),
        Arguments.of("{\"parent_thread_id\":\"\"}", "parent_thread_id"),
        Arguments.of("{\"parent_thread_id\":\"nothing\"}", "parent_thread_id"),
        Arguments.of("{\"parentThreadId\":\"a b\"}", "parent_thread_id"),
        Arguments.of("{\"custom\":\"text\"}", "custom"),
        Arguments.of("{\"custom\":[]}", "custom"));
  }

  @ParameterizedTest
  @MethodSource("badChanges")
  @Rows(233)
  void aBadChangeIsRefusedByItsFieldAndChangesNothing(String body, String field) {
    JsonNode before = api.patch(thread, "{}");

    Refusal refusal = refusal(() -> api.patch(thread, body));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.field()).isEqualTo(field);
    assertThat(api.patch(thread, "{}")).isEqualTo(before);
  }

  @Test
  void aThreadCannotBeItsOwnAncestor() {
    Refusal self = refusal(() -> api.patch(thread, below(thread)));
    assertThat(self.field()).isEqualTo("parent_thread_id");
    assertThat(self.message()).contains("cannot come from itself");

    Refusal cycle = refusal(() -> api.patch(parent, below(thread)));
    assertThat(cycle.status()).isEqualTo(400);
    assertThat(cycle.message()).contains("itself comes from thread " + parent);
  }

  @Test
  void aMissingThreadGets404() {
    assertThat(refusal(() -> api.patch("nothing", "{}")).status()).isEqualTo(404);
    assertThat(refusal(() -> api.patch("a b", "{}")).status()).isEqualTo(404);
  }

  private static String below(String parent) {
    return "{\"parent_thread_id\":\"" + parent + "\"}";
  }
}
