package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.RestorePolicy;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.UnknownKeyPolicy;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.testkit.CollectingSink;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** A conversation with state of a plugin that no longer exists. */
@Rows(52)
class RestorePolicyTest {

  private static final StateKey<Integer, Integer> VISITS =
      StateKey.of("visits", Integer.class, () -> 0, Integer::sum).threadScoped();

  private final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());

  private AgentRuntimeBuilder builder() {
    return AgentRuntime.builder()
        .withStores(stores)
        .withAgentSpec(AgentSpec.of("a", "m"))
        .withModel(new ModelSpec("m", "p", "up"))
        .withProvider("p", new ScriptedModel(Script.builder().says("done").repeating().build()));
  }

  private ThreadId visited() {
    var visits =
        new TestPlugin(
            "visits",
            registrar -> {
              registrar.registerKey(VISITS);
              registrar.registerPhaseHook(
                  Phase.RUN_START, context -> StateCommand.none().update(VISITS, 1));
            });
    try (var runtime = builder().withGlobalPlugin(visits).build()) {
      return runtime.run(RunRequest.of("a", "hi"), new CollectingSink()).threadId();
    }
  }

  private static TerminationReason run(AgentRuntimeBuilder builder, ThreadId thread) {
    try (var runtime = builder.build()) {
      return runtime
          .run(RunRequest.of("a", "again").in(thread), new CollectingSink())
          .termination();
    }
  }

  @Test
  void aRuntimeContinuesWithoutItUnlessStrict() {
    ThreadId thread = visited();

    assertThat(run(builder(), thread)).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(
            run(builder().withRestorePolicy(RestorePolicy.always(UnknownKeyPolicy.ERROR)), thread))
        .isInstanceOfSatisfying(
            TerminationReason.Error.class, error -> assertThat(error.value()).contains("visits"));
  }
}
