package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.model.Backend;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.Registered;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateKey;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.NamedPlugin;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentResolverTest {

  private static final AgentSpec PLAIN = AgentSpec.of("a", "m");

  @Test
  @Rows(31)
  void aSnapshotCachesItsResolvedAgents() {
    var registry = Registries.with(PLAIN).snapshot();

    assertThat(AgentResolver.resolve(registry, "a")).isSameAs(AgentResolver.resolve(registry, "a"));
  }

  @Test
  @Rows(31)
  void aChangedSpecAppearsInTheNextSnapshotWithoutAffectingOtherAgents() {
    var before = Registries.with(PLAIN, AgentSpec.of("b", "m")).snapshot();
    var b = AgentResolver.resolve(before, "b");

    var after = before.with(PLAIN.withMaxRounds(3));

    assertThat(AgentResolver.resolve(after, "a").spec().maxRounds()).isEqualTo(3);
    assertThat(AgentResolver.resolve(before, "a").spec().maxRounds()).isEqualTo(16);
    assertThat(AgentResolver.resolve(after, "b")).isSameAs(b);
  }

  @Test
  @Rows({13, 31, 32, 39})
  void missingPartsAreNamedAndNothingIsResolved() {
    assertThat(error("x", PLAIN)).isEqualTo(new ResolveError.AgentNotFound("x"));
    assertThat(error("a", AgentSpec.of("a", "none")))
        .isEqualTo(new ResolveError.ModelNotFound("a", "none"));
    assertThat(error("a", AgentSpec.of("a", "lost")))
        .isEqualTo(new ResolveError.ProviderNotFound("a", "lost", "nowhere"));
    assertThat(error("a", AgentSpec.builder("a", "m").plugins("none").build()))
        .isEqualTo(new ResolveError.PluginNotFound("a", "none"));
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "none| |endpoint.backend|'none' does not exist; there are [far]",
        "far|system_prompt|system_prompt|the backend far cannot override it",
        "far|requires|endpoint.options.requires[1]|"
            + "the backend far cannot wait; it can cancel, decide",
        "far|base_url|endpoint.base_url|is no address",
      })
  @Rows({17, 23, 32, 39, 199})
  void aBackendThatCannotExecuteAnAgentIsNamedWithTheField(
      String backend, String sets, String field, String reason) {
    var needed = JsonNodeFactory.instance.arrayNode().add("cancel").add("wait");
    var remote =
        new RemoteEndpoint(
            backend,
            "base_url".equals(sets) ? "bad" : "https://far.test",
            null,
            null,
            null,
            "requires".equals(sets) ? Map.of("requires", needed) : null);
    var agent = AgentSpec.builder("a", null).endpoint(remote);
    if ("system_prompt".equals(sets)) {
      agent.systemPrompt("Be brief.");
    }
    var ports = ModelPorts.plain().with(List.of(new FarBackend()));
    var registry =
        new RegistrySnapshot(
            Map.of("a", agent.build()), Map.of(), Map.of(), Map.of(), PluginSet.NONE, ports);

    ResolveException refused =
        catchThrowableOfType(ResolveException.class, () -> AgentResolver.resolve(registry, "a"));

    assertThat(refused.error()).isEqualTo(new ResolveError.CapabilityMismatch("a", field, reason));
  }

  /** Can cancel and decide. */
  private static final class FarBackend implements Backend {

    @Override
    public String kind() {
      return "far";
    }

    @Override
    public Set<Capability> profile() {
      return Set.of(Capability.CANCEL, Capability.DECIDE);
    }

    @Override
    public Optional<Mismatch> refuses(RemoteEndpoint endpoint) {
      return endpoint.baseUrl().equals("bad")
          ? Optional.of(new Mismatch("endpoint.base_url", "is no address"))
          : Optional.empty();
    }

    @Override
    public LlmExecutor agent(String agentId, RemoteEndpoint endpoint) {
      return (request, listener, stops) -> null;
    }
  }

  @ParameterizedTest(name = "{0}: {1} calls")
  @CsvSource(
      delimiter = '|',
      value = {
        "null|1",
        "{'max_retries':0}|1",
        "{'max_retries':0,'fallback_models':['m2']}|2",
        "{'max_retries':1,'backoff_base_ms':0}|2",
        "{'backoff_base_ms':0}|3",
      })
  @Rows(33)
  void failedCallsAreRetriedAsConfigured(String section, int calls) throws Exception {
    var asked = new AtomicInteger();
    LlmExecutor failing =
        (request, listener, token) -> {
          asked.incrementAndGet();
          throw new InferenceException(InferenceException.Kind.OVERLOADED, "busy", null);
        };

    assertThat(failureOf(section, failing).kind()).isEqualTo(InferenceException.Kind.OVERLOADED);
    assertThat(asked).hasValue(calls);
  }

  @ParameterizedTest(name = "{0}: {1} calls")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'backoff_base_ms':0}|3",
        "{'max_retries':0,'backoff_base_ms':0}|3",
        "{'backoff_base_ms':0,'max_stream_retries':0}|1",
        "{'backoff_base_ms':0,'max_stream_retries':4}|5",
      })
  @Rows({33, 1000})
  void interruptedAnswersAreContinuedAsConfigured(String section, int calls) throws Exception {
    var asked = new AtomicInteger();
    LlmExecutor breaking =
        (request, listener, token) -> {
          asked.incrementAndGet();
          listener.text("half");
          throw new InferenceException(InferenceException.Kind.STREAM_INTERRUPTED, "gone", null);
        };

    failureOf(section, breaking);

    assertThat(asked).hasValue(calls);
  }

  private static InferenceException failureOf(String section, LlmExecutor model) throws Exception {
    JsonNode retry = new ObjectMapper().readTree(section.replace('\'', '"'));
    var registry =
        Registries.with(retry instanceof ObjectNode there ? retrying(there) : PLAIN)
            .models(model, model)
            .snapshot();
    var request =
        new LlmRequest("upstream", null, List.of(), List.of(), InferenceParameters.DEFAULT);
    return catchThrowableOfType(
        InferenceException.class,
        () ->
            AgentResolver.resolve(registry, "a")
                .executor()
                .execute(request, new RecordedPieces(), new CancellationToken()));
  }

  @Test
  @Rows({33, 104})
  void aFallbackIsCalledThroughItsOwnProviderByItsUpstreamName() throws Exception {
    var retry = object().put("max_retries", 0);
    retry.putArray("fallback_models").add("m2");
    List<String> asked = new ArrayList<>();
    var other = new ScriptedModel(Script.builder().says("in its place").build());
    var registry =
        Registries.with(retrying(retry))
            .models(
                (request, listener, token) -> {
                  throw new InferenceException(InferenceException.Kind.OVERLOADED, "busy", null);
                },
                (request, listener, token) -> {
                  asked.add(request.model());
                  return other.execute(request, listener, token);
                })
            .snapshot();
    var request =
        new LlmRequest("upstream", null, List.of(), List.of(), InferenceParameters.DEFAULT);

    AgentResolver.resolve(registry, "a")
        .executor()
        .execute(request, new RecordedPieces(), new CancellationToken());

    assertThat(asked).containsExactly("upstream-2");
  }

  @Test
  @Rows({33, 39})
  void anUnknownFallbackOrATooHighLimitIsRefused() {
    var lost = object();
    lost.putArray("fallback_models").add("none");

    assertThat(error("a", retrying(lost))).isEqualTo(new ResolveError.ModelNotFound("a", "none"));
    assertThat(error("a", retrying(object().put("max_retries", 11))))
        .isEqualTo(
            new ResolveError.InvalidPluginConfig(
                "a", "retry", "retry", "/max_retries: must have a maximum value of 10"));
  }

  @Test
  @Rows({34, 36})
  void pluginsComeInTheOrderGlobalNamedByTheAgentNamedByItsFilterInjected() {
    var spec =
        AgentSpec.builder("a", "m")
            .plugins("own2", "own1")
            .activeHookFilter("z", "own1", "own2")
            .build();
    var registry =
        Registries.with(spec)
            .global(NamedPlugin.hooking("global"))
            .named(
                NamedPlugin.hooking("own1"),
                NamedPlugin.hooking("own2"),
                NamedPlugin.hooking("z"),
                NamedPlugin.hooking("unused"))
            .injected(NamedPlugin.hooking("injected"))
            .snapshot();

    assertThat(behaving(registry)).containsExactly("global", "own2", "own1", "z", "injected");
  }

  @Test
  @Rows({14, 74, 75})
  void theFilterSilencesBehaviourOfOwnPluginsButNeverStructureGlobalOrInjectedOnes() {
    var key = StateKey.of("count", Integer.class, () -> 0, Integer::sum);
    var quiet =
        NamedPlugin.of(
            "quiet",
            registrar -> {
              registrar.registerKey(key);
              registrar.registerPhaseHook(Phase.RUN_START, context -> null);
              registrar.registerTool(FunctionTool.answering("quiet_tool", "x"));
            });
    var spec = AgentSpec.builder("a", "m").plugins("quiet").activeHookFilter("loud").build();
    var registry =
        Registries.with(spec)
            .global(NamedPlugin.hooking("global"))
            .named(quiet, NamedPlugin.hooking("loud"))
            .injected(NamedPlugin.hooking("injected"))
            .snapshot();

    var agent = AgentResolver.resolve(registry, "a");

    assertThat(behaving(registry)).containsExactly("global", "loud", "injected");
    assertThat(agent.env().keys()).extracting(each -> each.key().name()).containsExactly("count");
    assertThat(agent.tools()).isEmpty();
  }

  @Test
  @Rows(14)
  void namingAGlobalPluginChangesNothing() {
    var spec = AgentSpec.builder("a", "m").plugins("global").activeHookFilter("other").build();
    var registry =
        Registries.with(spec)
            .global(NamedPlugin.hooking("global"))
            .named(NamedPlugin.hooking("other"))
            .snapshot();

    assertThat(behaving(registry)).containsExactly("global", "other");
  }

  @Test
  @Rows({36, 39})
  void twoPluginsWithTheSameKeyAreIncompatible() {
    var key = StateKey.of("count", Integer.class, () -> 0, Integer::sum);
    var spec = AgentSpec.builder("a", "m").plugins("p", "q").build();
    var registry =
        Registries.with(spec)
            .named(
                NamedPlugin.of("p", registrar -> registrar.registerKey(key)),
                NamedPlugin.of("q", registrar -> registrar.registerKey(key)));

    assertThat(error("a", registry))
        .isEqualTo(new ResolveError.EnvBuild("a", new StateError.KeyAlreadyRegistered("count")));
  }

  @Test
  @Rows({37, 39})
  void twoToolsWithTheSameIdConflictEvenIfTheAgentMayNotUseThem() {
    var spec = AgentSpec.builder("a", "m").plugins("p", "q").excludedTools("t").build();
    var tool = FunctionTool.answering("t", "x");

    assertThat(
            error("a", Registries.with(spec).tools(tool).named(toolPlugin("p"), toolPlugin("q"))))
        .isEqualTo(new ResolveError.ToolIdConflict("a", "t", "the runtime", "plugin p"));
    assertThat(error("a", Registries.with(spec).named(toolPlugin("p"), toolPlugin("q"))))
        .isEqualTo(new ResolveError.ToolIdConflict("a", "t", "plugin p", "plugin q"));
  }

  @Test
  @Rows({15, 37})
  void toolsOfTheRuntimeComeFirstAndListsApplyToAllOfThem() {
    var spec =
        AgentSpec.builder("a", "m")
            .plugins("p")
            .allowedToolPatterns("*")
            .excludedToolPatterns("write_*")
            .build();
    var plugin =
        NamedPlugin.of(
            "p",
            registrar -> {
              registrar.registerTool(FunctionTool.answering("look", "x"));
              registrar.registerTool(FunctionTool.answering("write_b", "x"));
            });
    var registry =
        Registries.with(spec)
            .tools(
                FunctionTool.answering("write_a", "x"),
                FunctionTool.answering("z", "x"),
                FunctionTool.answering("read", "x"))
            .named(plugin)
            .snapshot();

    var agent = AgentResolver.resolve(registry, "a");

    assertThat(agent.tools().keySet()).containsExactly("read", "z", "look");
    assertThat(agent.descriptors())
        .extracting(descriptor -> descriptor.id())
        .containsExactly("read", "z", "look");
  }

  @Test
  @Rows({16, 38, 39})
  void anAgentWithAnUnknownDelegateIsRefused() {
    var registry = Registries.with(AgentSpec.builder("a", "m").delegates("b").build()).snapshot();

    assertThat(error(registry, "a"))
        .isEqualTo(new ResolveError.InvalidDelegate("a", "delegates[0]", "'b' does not exist"));
    assertThat(error(registry, "a").message())
        .isEqualTo("agent a: delegates[0] 'b' does not exist");
  }

  @Test
  @Rows({16, 37, 127})
  void eachDelegateIsATool() {
    var registry =
        Registries.with(
                AgentSpec.builder("a", "m").delegates("b").build(),
                AgentSpec.builder("b", "m").description("Writes.").build())
            .snapshot();

    assertThat(AgentResolver.resolve(registry, "a").descriptors())
        .extracting(tool -> tool.id(), tool -> tool.description())
        .containsExactly(
            tuple("agent_run_b", "Gives a task to the agent b and returns its answer. Writes."));
  }

  private static ResolveError error(RegistrySnapshot registry, String agent) {
    return catchThrowableOfType(
            ResolveException.class, () -> AgentResolver.resolve(registry, agent))
        .error();
  }

  @Test
  @Rows(14)
  void aFilterWithAnUnknownPluginIsAWarning() {
    var spec = AgentSpec.builder("a", "m").activeHookFilter("nobody").build();
    var registry = Registries.with(spec).snapshot();

    try (var log = new CapturedLog(AgentResolver.class)) {
      assertThat(AgentResolver.resolve(registry, "a").tools()).isEmpty();
      AgentResolver.resolve(registry, "a");

      assertThat(log.warnings())
          .containsExactly(
              "active_hook_filter of agent a names plugins that do not exist: [nobody]; they are"
                  + " ignored");
    }
  }

  private static NamedPlugin toolPlugin(String name) {
    return NamedPlugin.of(
        name, registrar -> registrar.registerTool(FunctionTool.answering("t", "x")));
  }

  private static List<String> behaving(RegistrySnapshot registry) {
    return AgentResolver.resolve(registry, "a")
        .env()
        .at(ExtensionPoint.of(Phase.RUN_START))
        .stream()
        .map(Registered::plugin)
        .toList();
  }

  private static AgentSpec retrying(ObjectNode section) {
    return AgentSpec.builder("a", "m").section("retry", section).build();
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ResolveError error(String agentId, AgentSpec spec) {
    return error(agentId, Registries.with(spec));
  }

  private static ResolveError error(String agentId, Registries registries) {
    return catchThrowableOfType(
            ResolveException.class, () -> AgentResolver.resolve(registries.snapshot(), agentId))
        .error();
  }
}
