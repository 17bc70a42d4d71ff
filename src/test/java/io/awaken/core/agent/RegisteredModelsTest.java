package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.message.Message;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelAccess;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.spec.ModelSpec;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What hooks ask beside their run. */
@Rows(83)
class RegisteredModelsTest {

  private final CancellationToken stops = new CancellationToken();
  private final RecordingModel provider = new RecordingModel(Script.builder().says("No doubt."));
  private final ModelAccess models = new RegisteredModels(registry(), stops);

  private RegistrySnapshot registry() {
    return new RegistrySnapshot(
        Map.of(),
        Map.of(
            "judge",
            new ModelSpec("judge", "p", "judge-4-large"),
            "lost",
            new ModelSpec("lost", "gone", "x")),
        Map.of("p", provider),
        Map.of(),
        PluginSet.of(List.of(), List.of()));
  }

  @Test
  void aModelIsAskedByItsIdAndItsProviderIsToldItsOwnName() throws Exception {
    assertThat(models.ask("judge", "Be fair.", "Is it good?")).isEqualTo("No doubt.");

    LlmRequest asked = provider.requests().getFirst();
    assertThat(asked.model()).isEqualTo("judge-4-large");
    assertThat(asked.system()).isEqualTo("Be fair.");
    assertThat(asked.messages()).singleElement().extracting(Message::text).isEqualTo("Is it good?");
    assertThat(asked.tools()).isEmpty();
  }

  @Test
  @Rows(109)
  void aModelWithoutADocumentIsAskedByProviderAndName() throws Exception {
    models.ask("p/org/judge-5:large", null, "?");

    assertThat(provider.requests().getFirst().model()).isEqualTo("org/judge-5:large");
  }

  @Test
  void aModelThatIsNotThereIsNamed() {
    for (String id : List.of("unknown", "lost", "gone/judge", "p/", "/judge")) {
      assertThatThrownBy(() -> models.ask(id, null, "?"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there is no model " + id);
    }
    assertThatThrownBy(() -> models.ask(null, null, "?"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ModelAccess.NONE.ask("judge", null, "?"))
        .hasMessage("there is no model judge");
  }

  @Test
  void aRunThatIsAskedToStopEndsTheCall() {
    stops.cancel(CancellationToken.Reason.REQUESTED);

    assertThatThrownBy(() -> models.ask("judge", null, "?")).isInstanceOf(RunCancelled.class);
  }
}
