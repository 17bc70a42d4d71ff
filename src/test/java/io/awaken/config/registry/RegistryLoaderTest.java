package io.awaken.config.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.config.BuiltinDocuments;
import io.awaken.config.DocumentException;
import io.awaken.config.Documents;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RegistryLoaderTest {

  private static final LlmExecutor SILENT =
      (request, listener, cancellation) -> {
        throw new AssertionError("no test calls the model here");
      };

  private final Documents builtin = BuiltinDocuments.choose(name -> Optional.empty());

  @Test
  void theBuiltInDocumentsFormARegistry() {
    RegistrySnapshot snapshot =
        loader().load(builtin, List.of(new NamedTool("echo")), PluginSet.NONE);

    assertThat(snapshot.agents()).containsOnlyKeys("default");
    assertThat(snapshot.executors()).containsEntry("scripted", SILENT);
    assertThat(snapshot.tools()).containsOnlyKeys("echo");
  }

  @Test
  void twoToolsWithOneIdAreRefused() {
    var failure = failure(builtin, new NamedTool("echo"), new NamedTool("echo"));

    assertThat(failure.kind()).isEqualTo(RegistryException.Kind.TOOL_CONFLICT);
    assertThat(failure).hasMessageContaining("echo");
  }

  @Test
  void aToolThatNoModelCouldNameIsRefused() {
    assertThat(failure(builtin, new NamedTool("not a name")).kind())
        .isEqualTo(RegistryException.Kind.INVALID_TOOL);
  }

  @Test
  void aProviderThatItsAdapterRefusesIsNamed() {
    var documents =
        new Documents(
            builtin.agents(),
            builtin.models(),
            List.of(new ProviderSpec("scripted", "picky", null, null, null, null)));

    assertThat(refused(documents)).hasMessage("providers/scripted base_url is required");
  }

  @Test
  void anAgentThatCannotBeResolvedIsRefused() {
    var documents =
        new Documents(
            List.of(AgentSpec.of("a", "nowhere")),
            List.of(new ModelSpec("m", "scripted", "m")),
            builtin.providers());

    assertThat(refused(documents))
        .hasMessage("agents/a model_id agent a names an unknown model: nowhere");
  }

  @Test
  @Rows(35)
  void anAgentWithAnInvalidSectionIsRefusedAlone() {
    var broken =
        AgentSpec.builder("broken", "default")
            .section("retry", JsonNodeFactory.instance.objectNode().put("max_retries", -1))
            .build();
    var documents =
        new Documents(
            List.of(broken, AgentSpec.of("fine", "default")),
            builtin.models(),
            builtin.providers());

    try (var log = new CapturedLog(RegistryLoader.class)) {
      var snapshot = loader().load(documents, List.of(), PluginSet.NONE);

      assertThat(log.warnings())
          .containsExactly(
              "agents/broken sections.retry section retry of agent broken does not fit retry:"
                  + " /max_retries: must have a minimum value of 0; runs of this agent are refused,"
                  + " all others are served");
      assertThat(AgentResolver.resolve(snapshot, "fine").spec().id()).isEqualTo("fine");
      assertThat(
              catchThrowableOfType(
                      ResolveException.class, () -> AgentResolver.resolve(snapshot, "broken"))
                  .kind())
          .isEqualTo(ResolveException.Kind.INVALID_PLUGIN_CONFIG);
    }
  }

  @Test
  @Rows(1020)
  void anAgentWithAnInvalidResponseFormatIsRefusedWithItsField() {
    var array = JsonNodeFactory.instance.objectNode().put("type", "array");
    var documents =
        new Documents(
            List.of(
                AgentSpec.builder("a", "default")
                    .responseFormat(ResponseFormat.of(null, array))
                    .build()),
            builtin.models(),
            builtin.providers());

    assertThat(refused(documents))
        .hasMessage(
            "agents/a response_format.schema agent a: response_format.schema must describe an"
                + " object: \"type\" is not \"object\"");
  }

  @Test
  @Rows(17)
  void aRemoteAgentWithoutItsBackendIsRefusedWithTheField() {
    var remote = new RemoteEndpoint("a2a", "https://far.test", null, null, null, null);
    var documents =
        new Documents(
            List.of(AgentSpec.builder("far", null).endpoint(remote).build()),
            builtin.models(),
            builtin.providers());

    assertThat(refused(documents))
        .hasMessage(
            "agents/far endpoint.backend agent far: endpoint.backend: 'a2a' does not exist;"
                + " there are []");
  }

  private RegistryException failure(Documents documents, Tool... tools) {
    return catchThrowableOfType(
        RegistryException.class, () -> loader().load(documents, List.of(tools), PluginSet.NONE));
  }

  private DocumentException refused(Documents documents) {
    return catchThrowableOfType(
        DocumentException.class, () -> loader().load(documents, List.of(), PluginSet.NONE));
  }

  private static RegistryLoader loader() {
    return new RegistryLoader(
        List.of(new AcceptingAdapter(), new PickyAdapter()), ModelPorts.plain());
  }

  private record AcceptingAdapter() implements LlmAdapter {
    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public LlmExecutor create(ProviderSpec provider) {
      return SILENT;
    }
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

  private record NamedTool(String id) implements Tool {
    @Override
    public ToolDescriptor descriptor() {
      return new ToolDescriptor(
          id, null, "says it again", JsonNodeFactory.instance.objectNode(), null);
    }

    @Override
    public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
      return ToolOutput.success(id, arguments);
    }
  }
}
