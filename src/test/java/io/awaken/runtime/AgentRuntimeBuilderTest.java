package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.state.StateKey;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.NamedPlugin;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.BuildException.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

@Rows({24, 26, 27, 28, 30})
class AgentRuntimeBuilderTest {

  private static final LlmExecutor MODEL = new ScriptedModel(Script.builder().says("ok").build());
  private static final AgentSpec AGENT = AgentSpec.of("a", "m");

  @Test
  void twoPartsWithOneIdAreAConflict() {
    assertThat(kind(complete().withAgentSpec(AGENT))).isEqualTo(Kind.AGENT_REGISTRY_CONFLICT);
    assertThat(kind(complete().withModel(new ModelSpec("m", "p", "x"))))
        .isEqualTo(Kind.MODEL_REGISTRY_CONFLICT);
    assertThat(kind(complete().withProvider("p", MODEL)))
        .isEqualTo(Kind.PROVIDER_REGISTRY_CONFLICT);
    var tool = FunctionTool.answering("t", "x");
    assertThat(kind(complete().withTool("t", tool).withTool("t", tool)))
        .isEqualTo(Kind.TOOL_REGISTRY_CONFLICT);
    var plugin = NamedPlugin.hooking("p");
    assertThat(kind(complete().withPlugin(plugin).withGlobalPlugin(plugin)))
        .isEqualTo(Kind.PLUGIN_REGISTRY_CONFLICT);
  }

  @Test
  @Rows(25)
  void aToolsIdMustMatchItsDescriptor() {
    var failure = failure(complete().withTool("other", FunctionTool.answering("t", "x")));

    assertThat(failure.kind()).isEqualTo(Kind.TOOL_REGISTRY_CONFLICT);
    assertThat(failure).hasMessage("tool other has the id t in its descriptor");
  }

  @Test
  void conflictsAreCollectedAndTheFirstIsThrown() {
    LlmAdapter picky = new PickyAdapter();
    var builder =
        complete()
            .withProvider(new ProviderSpec("q", "picky", null, null, null, null), picky)
            .withTool("not a name", FunctionTool.answering("not a name", "x"))
            .withAgentSpec(AGENT);

    var failure = failure(builder);

    assertThat(failure.kind()).isEqualTo(Kind.PROVIDER_REGISTRY_CONFLICT);
    assertThat(failure).hasMessage("provider q: base_url is required");
  }

  @Test
  void conflictsAreThrownWithoutResolvingAgentsToo() {
    var failure =
        catchThrowableOfType(
            BuildException.class, () -> complete().withAgentSpec(AGENT).buildUnchecked());

    assertThat(failure.kind()).isEqualTo(Kind.AGENT_REGISTRY_CONFLICT);
  }

  @Test
  void aPluginThatRegistersAKeyTwiceIsAConflictOfTheState() {
    var key = StateKey.of("count", Integer.class, () -> 0, Integer::sum);
    var plugin =
        NamedPlugin.of(
            "p",
            registrar -> {
              registrar.registerKey(key);
              registrar.registerKey(key);
            });

    assertThat(kind(complete().withPlugin(plugin))).isEqualTo(Kind.STATE);
  }

  @Test
  void everyAgentThatDoesNotResolveIsNamed() {
    var builder =
        complete()
            .withAgentSpecs(
                List.of(
                    AgentSpec.of("b", "none"),
                    AgentSpec.builder("c", "m").plugins("none").build()));

    var failure = failure(builder);

    assertThat(failure.kind()).isEqualTo(Kind.VALIDATION_FAILED);
    assertThat(failure)
        .hasMessage("agent b names an unknown model: none; agent c names an unknown plugin: none");
  }

  @Test
  void uncheckedAgentsMayBeIncompleteUntilTheyRun() {
    var builder = complete().withAgentSpec(AgentSpec.of("b", "none"));

    assertThatCode(() -> builder.buildUnchecked().close()).doesNotThrowAnyException();
  }

  @Test
  void aRemoteAgentNeedsItsBackend() {
    var remote = new RemoteEndpoint("a2a", "https://far.test", null, null, null, null);
    var builder = complete().withAgentSpec(AgentSpec.builder("far", null).endpoint(remote).build());

    assertThat(kind(builder)).isEqualTo(Kind.VALIDATION_FAILED);
  }

  private static AgentRuntimeBuilder complete() {
    return AgentRuntime.builder()
        .inMemory()
        .withAgentSpec(AGENT)
        .withModel(new ModelSpec("m", "p", "x"))
        .withProvider("p", MODEL);
  }

  private static Kind kind(AgentRuntimeBuilder builder) {
    return failure(builder).kind();
  }

  private static BuildException failure(AgentRuntimeBuilder builder) {
    return catchThrowableOfType(BuildException.class, builder::build);
  }

  private record PickyAdapter() implements LlmAdapter {
    @Override
    public String name() {
      return "picky";
    }

    @Override
    public LlmExecutor create(ProviderSpec provider) {
      throw new IllegalArgumentException("base_url is required");
    }
  }

  @Test
  void transactionalToolsRequireAStoreWithTransactions() {
    var failure =
        failure(complete().withTool("t", FunctionTool.answering("t", "x").transactional(true)));

    assertThat(failure.kind()).isEqualTo(Kind.TOOL_REGISTRY_CONFLICT);
    assertThat(failure).hasMessage("the stores have no transactions for these tools: t");
  }
}
