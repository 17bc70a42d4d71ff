package io.awaken.core.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Modality;
import io.awaken.core.spec.ModelSpec;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Media checks before a run is accepted. */
@Rows(1031)
class MediaRulesTest {

  private static final Media IMAGE = MediaKind.IMAGE.of("image/png", new byte[] {1}, null);
  private static final String FIELD = "messages[0].content[0].type";

  private static RegistrySnapshot registry() {
    var retry = JsonNodeFactory.instance.objectNode().put("max_retries", 1);
    retry.putArray("fallback_models").add("eyes");
    var summaries = JsonNodeFactory.instance.objectNode().put("summary_model", "eyes");
    return new RegistrySnapshot(
        Map.of(
            "reader", AgentSpec.of("reader", "words"),
            "viewer", AgentSpec.of("viewer", "eyes"),
            "summarised",
                AgentSpec.builder("summarised", "words").section("compaction", summaries).build(),
            "careful", AgentSpec.builder("careful", "words").section("retry", retry).build(),
            "lost", AgentSpec.of("lost", "nowhere")),
        Map.of(
            "words", model("words", Set.of(Modality.TEXT)),
            "eyes", model("eyes", Set.of(Modality.TEXT, Modality.IMAGE, Modality.DOCUMENT))),
        Map.of("p", new Picky()),
        Map.of(),
        PluginSet.of(List.of(), List.of()),
        ModelPorts.plain());
  }

  /** A wire that carries no archives. */
  private static final class Picky implements LlmExecutor {
    @Override
    public StreamResult execute(
        LlmRequest request, LlmListener listener, CancellationToken cancellation) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String refuses(String upstreamModel, Media media) {
      return "application/zip".equals(media.mediaType()) ? "the wire takes no zip" : null;
    }
  }

  private static ModelSpec model(String id, Set<Modality> modalities) {
    return new ModelSpec(id, "p", id, null, null, modalities, null, null, null);
  }

  private void check(String agent, Media media) {
    var request =
        new RunRequest(agent, null, Caller.ANONYMOUS, List.of(Message.user(List.of(media))));
    MediaRules.ANY.checked(request, null, MediaRulesTest::registry);
  }

  @Test
  void anImageForATextModelIsRefusedByItsField() {
    MediaRefused refusal = catchThrowableOfType(MediaRefused.class, () -> check("reader", IMAGE));

    assertThat(refusal.why()).isEqualTo(MediaRefused.Why.MODEL);
    assertThat(refusal.place()).hasToString(FIELD);
    assertThat(refusal).hasMessage(FIELD + ": the model words takes no image");
  }

  @ParameterizedTest
  @ValueSource(strings = {"viewer", "careful", "lost", "unknown"})
  void mediaPassesIfAModelOrItsFallbackMayAcceptIt(String agent) {
    assertThatCode(() -> check(agent, IMAGE)).doesNotThrowAnyException();
  }

  @Test
  void theSummarisingModelDoesNotCountForImages() {
    assertThat(catchThrowableOfType(MediaRefused.class, () -> check("summarised", IMAGE)).why())
        .isEqualTo(MediaRefused.Why.MODEL);
  }

  @Test
  void aTextDocumentSuitsEveryModel() {
    Media notes = MediaKind.DOCUMENT.of("text/plain", new byte[] {1}, null);

    assertThatCode(() -> check("reader", notes)).doesNotThrowAnyException();
  }

  @Test
  void aFileThatTheWireCannotCarryIsRefusedByItsField() {
    Media archive = MediaKind.DOCUMENT.of("application/zip", new byte[] {1}, null);

    MediaRefused refusal = catchThrowableOfType(MediaRefused.class, () -> check("viewer", archive));

    assertThat(refusal.why()).isEqualTo(MediaRefused.Why.MODEL);
    assertThat(refusal).hasMessage(FIELD + ": the wire takes no zip");
  }
}
