package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelAccess;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ModelSpec;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Model calls of hooks outside their run. */
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
        PluginSet.of(List.of(), List.of()),
        ModelPorts.plain());
  }

  @Test
  void aModelIsCalledByIdAndItsProviderGetsTheUpstreamName() throws Exception {
    assertThat(models.ask("judge", "Be fair.", "Is it good?")).isEqualTo("No doubt.");

    LlmRequest asked = provider.requests().getFirst();
    assertThat(asked.model()).isEqualTo("judge-4-large");
    assertThat(asked.system()).isEqualTo("Be fair.");
    assertThat(asked.messages()).singleElement().extracting(Message::text).isEqualTo("Is it good?");
    assertThat(asked.tools()).isEmpty();
  }

  @Test
  @Rows(109)
  void aModelWithoutADocumentIsCalledByProviderAndName() throws Exception {
    models.ask("p/org/judge-5:large", null, "?");

    assertThat(provider.requests().getFirst().model()).isEqualTo("org/judge-5:large");
  }

  @Test
  @Rows({103, 154})
  void callsOnBehalfOfAnAgentUseItsRetries() throws Exception {
    var retry = JsonNodeFactory.instance.objectNode().put("max_retries", 1);
    AgentSpec patient = AgentSpec.builder("a", "m").section("retry", retry).build();
    var asked = new ArrayList<String>();
    LlmExecutor once =
        (request, listener, token) -> {
          asked.add(request.model());
          if (asked.size() % 2 == 1) {
            throw new InferenceException(InferenceException.Kind.RATE_LIMITED, "slow", null);
          }
          return provider.execute(request, listener, token);
        };
    RegistrySnapshot registry = Registries.with(patient).models(once, once).snapshot();
    var request =
        new LlmRequest(
            "m2", null, List.of(Message.user("?")), List.of(), InferenceParameters.DEFAULT);

    assertThat(
            RegisteredModels.onBehalfOf(registry, patient)
                .execute(request, LlmListener.NONE, stops)
                .text())
        .isEqualTo("No doubt.");
    assertThat(asked).containsExactly("upstream-2", "upstream-2");
    assertThatThrownBy(
            () ->
                RegisteredModels.onBehalfOf(registry, AgentSpec.of("b", "m"))
                    .execute(request, LlmListener.NONE, stops))
        .hasMessage("slow");
  }

  @Test
  void anUnknownModelIsNamed() {
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
