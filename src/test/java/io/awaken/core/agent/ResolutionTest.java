package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.handoff.HandoffPlugin;
import io.awaken.core.agent.PinnedVersion.PinnedAgent;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.AgentSpecBuilder;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Formats;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.NamedPlugin;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The hash of a resolution changes if and only if its content does. */
@Failures("F13")
class ResolutionTest {

  private static AgentSpecBuilder agent() {
    return AgentSpec.builder("a", "m")
        .systemPrompt("be kind")
        .plugins("style", HandoffPlugin.NAME)
        .excludedTools("never", "forbidden", "banned")
        .section("handoff", handoff("b"));
  }

  private static ObjectNode handoff(String agent) {
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    section.putArray("agents").add(agent);
    ObjectNode variant = section.putObject("variants").putObject("v").put("model", "m2");
    variant.putArray("allowed_tools").add("of-variant");
    return section;
  }

  private static Registries registry(AgentSpec a, AgentSpec b) {
    return Registries.with(a, b, AgentSpec.of("unrelated", "m2"))
        .named(
            new TestPlugin("style", r -> r.registerTool(FunctionTool.answering("of-plugin", "x"))),
            new HandoffPlugin())
        .tools(
            FunctionTool.answering("echo", "x"),
            FunctionTool.answering("never", "x"),
            FunctionTool.answering("of-variant", "x"));
  }

  private static AgentSpec other() {
    return AgentSpec.builder("b", "m").systemPrompt("expert").allowedTools("echo").build();
  }

  private static Registries registry() {
    return registry(agent().build(), other());
  }

  private static String hash(Registries registries) {
    return registries.snapshot().resolution("a").hash();
  }

  @Test
  void theHashIsIndependentOfTheOrderOfFields() {
    ObjectNode section = handoff("b");
    JsonNode turned =
        JsonNodeFactory.instance
            .objectNode()
            .setAll(Map.of("variants", section.get("variants"), "agents", section.get("agents")));
    AgentSpec same =
        agent().excludedTools("banned", "never", "forbidden").section("handoff", turned).build();

    assertThat(hash(registry(same, other()))).isEqualTo(hash(registry())).hasSize(64);
  }

  @Test
  void aSnapshotCachesResolutions() {
    RegistrySnapshot snapshot = registry().snapshot();

    assertThat(snapshot.resolution("a")).isSameAs(snapshot.resolution("a"));
  }

  static Stream<UnaryOperator<Registries>> changes() {
    AgentSpec b = other();
    return Stream.of(
        all -> registry(agent().systemPrompt("be harsh").build(), b),
        all -> registry(agent().modelId("m2").build(), b),
        all -> registry(agent().maxRounds(2).build(), b),
        all -> registry(agent().section("handoff", handoff("nobody")).build(), b),
        all -> registry(agent().build(), b.withSystemPrompt("another expert")),
        all -> registry(agent().build(), b.toBuilder().modelId("m2").build()),
        all -> all.upstream("newer"),
        all -> all.tools(FunctionTool.answering("more", "x")),
        all -> all.global(NamedPlugin.hooking("watches")));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void anyChangeOfTheAgentOrItsSuccessorsChangesTheHash(UnaryOperator<Registries> change) {
    assertThat(hash(change.apply(registry()))).isNotEqualTo(hash(registry()));
  }

  @Test
  void aChangedToolSchemaChangesTheHash() {
    var schema = JsonNodeFactory.instance.objectNode().put("type", "object");

    assertThat(hash(registry(agent().build(), other(), schema)))
        .isNotEqualTo(hash(registry(agent().build(), other(), schema.deepCopy().put("x", 1))));
  }

  private static Registries registry(AgentSpec a, AgentSpec b, JsonNode schema) {
    return registry(a, b).tools(FunctionTool.answering("formed", "x").describedBy(schema));
  }

  @Test
  @Rows({16, 38})
  void anAgentThatAnEarlierReleasePinnedIsLoadedWithFieldsThatAreRefusedNow() {
    AgentSpec earlier = AgentSpec.builder("a", "m").delegates("b").build();
    var pinned =
        new ResolutionDocument(
                ResolutionDocument.VERSION,
                "a",
                Map.of("a", new PinnedAgent(earlier, new TreeSet<>(), Map.of())),
                Map.of("m", new ModelSpec("m", "p", "upstream")),
                Map.of(),
                Map.of("p", JsonNodeFactory.instance.objectNode()))
            .write();

    RegistrySnapshot goesOn =
        Registries.with(AgentSpec.of("a", "m")).snapshot().pinned("a", pinned);

    assertThat(AgentResolver.resolve(goesOn, "a").spec()).isEqualTo(earlier);
  }

  @ParameterizedTest
  @Rows(12)
  @MethodSource("policies")
  void theContextPolicyIsPinnedAsDocumented(ContextWindowPolicy policy) {
    var spec = AgentSpec.builder("a", "m").contextPolicy(policy).build();
    RegistrySnapshot registry = Registries.with(spec).snapshot();

    RegistrySnapshot goesOn = registry.pinned("a", registry.resolution("a"));

    assertThat(AgentResolver.resolve(goesOn, "a").spec().contextPolicy()).isEqualTo(policy);
  }

  @Test
  @Rows(1020)
  void theResponseFormatIsPinned() {
    var spec = AgentSpec.builder("a", "m").responseFormat(Formats.CITY).responseRetries(3).build();
    RegistrySnapshot registry = Registries.with(spec).snapshot();

    AgentSpec pinned =
        AgentResolver.resolve(registry.pinned("a", registry.resolution("a")), "a").spec();

    assertThat(pinned.responseFormat()).isEqualTo(Formats.CITY);
    assertThat(pinned.responseRetries()).isEqualTo(3);
  }

  private static Stream<ContextWindowPolicy> policies() {
    return Stream.of(
        null,
        ContextWindowPolicy.OFF,
        new ContextWindowPolicy(8_000, 1_000, 3, false, null, null, null));
  }

  @Test
  void unrelatedChangesKeepTheHash() {
    var changed =
        Registries.with(
                agent().build(),
                other(),
                AgentSpec.builder("unrelated", "m2").systemPrompt("changed").build(),
                AgentSpec.of("new", "m2"))
            .named(
                new TestPlugin(
                    "style", r -> r.registerTool(FunctionTool.answering("of-plugin", "x"))),
                new HandoffPlugin(),
                NamedPlugin.hooking("of-others"))
            .tools(
                FunctionTool.answering("echo", "x"),
                FunctionTool.answering("of-variant", "x"),
                FunctionTool.answering("banned", "x"));

    assertThat(hash(changed)).isEqualTo(hash(registry()));
  }

  @Test
  void itContainsSuccessorsWithTheirModelsAndTheToolsOfVariants() {
    String body = registry().snapshot().resolution("a").body();

    assertThat(body)
        .contains("\"be kind\"", "\"expert\"", "\"upstream-2\"", "\"of-variant\"", "\"style\"")
        .doesNotContain("unrelated", "never\":");
  }

  @Test
  void aRemoteAgentIsNotPartOfIt() {
    var remote = new RemoteEndpoint("a2a", "https://far.test/?key=s3cret", null, null, null, null);
    AgentSpec far = AgentSpec.builder("b", null).endpoint(remote).build();

    assertThat(registry(agent().build(), far).snapshot().resolution("a").body())
        .doesNotContain("far.test", "s3cret");
  }
}
