package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelPoolSpec.Member;
import io.awaken.core.spec.ModelPoolSpec.Role;
import io.awaken.core.spec.ModelSpec;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An agent whose model is a pool. */
@Rows({1014, 1015})
class PooledAgentTest {

  private static final AgentSpec POOLED = AgentSpec.of("a", "pool");

  private final List<String> asked = new ArrayList<>();

  private static ModelPoolSpec pool(String home, String failover) {
    return new ModelPoolSpec(
        "pool",
        List.of(new Member(home, 1, Role.HOME), new Member(failover, 1, Role.FAILOVER)),
        null);
  }

  private LlmExecutor answering() {
    var model = new ScriptedModel(Script.builder().says("yes").build());
    return (request, listener, token) -> {
      asked.add(request.model());
      return model.execute(request, listener, token);
    };
  }

  private LlmExecutor overQuota() {
    return (request, listener, token) -> {
      asked.add(request.model());
      throw new InferenceException(InferenceException.Kind.RATE_LIMITED, "slow", null);
    };
  }

  private static void ask(RegistrySnapshot registry, String model) throws Exception {
    AgentResolver.resolve(registry, "a")
        .executor()
        .execute(
            new LlmRequest(model, null, List.of(), List.of(), InferenceParameters.DEFAULT),
            new RecordedPieces(),
            new CancellationToken());
  }

  private Registries registries(AgentSpec agent) {
    return Registries.with(agent).models(overQuota(), answering()).pools(pool("m", "m2"));
  }

  @Test
  void membersAreCalledByTheirUpstreamNames() throws Exception {
    RegistrySnapshot registry = registries(POOLED).snapshot();

    ask(registry, AgentResolver.resolve(registry, "a").model().upstreamModel());

    assertThat(asked).containsExactly("upstream", "upstream-2");
  }

  @Test
  void anOverriddenModelNameIsUsedForEachMember() throws Exception {
    ask(registries(POOLED).snapshot(), "bigger");

    assertThat(asked).containsExactly("bigger", "bigger");
  }

  @Test
  void aPoolMayBeAFallback() throws Exception {
    ObjectNode retry = JsonNodeFactory.instance.objectNode().put("max_retries", 0);
    retry.putArray("fallback_models").add("pool");
    var agent = AgentSpec.builder("a", "m").section("retry", retry).build();

    ask(registries(agent).snapshot(), "upstream");

    assertThat(asked).containsExactly("upstream", "upstream", "upstream-2");
  }

  @Test
  void aPluginMayCallAPool() throws Exception {
    var models = new RegisteredModels(registries(POOLED).snapshot(), new CancellationToken());

    assertThat(models.ask("pool", null, "?")).isEqualTo("yes");
  }

  @Test
  void aRunKeepsThePoolThatItStartedWith() throws Exception {
    Registries before = registries(POOLED).pools();
    Resolution pinned = before.snapshot().resolution("a");
    RegistrySnapshot now =
        Registries.with(POOLED)
            .models(overQuota(), answering())
            .pools(new ModelPoolSpec("pool", List.of(new Member("m2", 1, Role.HOME)), null))
            .snapshot();

    assertThat(now.resolution("a").hash()).isNotEqualTo(pinned.hash());
    assertThat(now.pinned("a", pinned).pools().get("pool")).isEqualTo(pool("m", "m2"));
    assertThat(now.pools().get("pool").modelIds()).containsExactly("m2");
  }

  @Test
  void theDocumentOfAnAgentWithoutPoolsIsUnchanged() {
    assertThat(Registries.with(AgentSpec.of("a", "m")).snapshot().resolution("a").body())
        .doesNotContain("pools");
  }

  @Test
  void anAgentIsResolvedAgainOnlyWhenItsPoolChanges() {
    RegistrySnapshot first = registries(POOLED).snapshot();
    ResolvedAgent agent = AgentResolver.resolve(first, "a");

    assertThat(AgentResolver.resolve(changed(first, pool("m", "m2")), "a")).isSameAs(agent);
    assertThat(AgentResolver.resolve(changed(first, pool("m2", "m")), "a")).isNotSameAs(agent);
  }

  private static RegistrySnapshot changed(RegistrySnapshot first, ModelPoolSpec pool) {
    return first.withDocuments(
        first.agents(), first.models(), Map.of("pool", pool), first.executors(), first.providers());
  }

  @Test
  void aPoolHasTheCommonCapabilitiesOfItsMembers() {
    var models =
        List.of(
            new ModelSpec("m", "p", "x", 9_000, null), new ModelSpec("m2", "p", "x", 8_000, 500));

    assertThat(pool("m", "m2").asModel(models).contextWindow()).isEqualTo(8_000);
    assertThat(pool("m", "m2").asModel(models).maxOutputTokens()).isEqualTo(500);
  }
}
