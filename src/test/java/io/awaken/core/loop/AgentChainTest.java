package io.awaken.core.loop;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.WorkingAgent;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.AgentRuntimeBuilder;
import io.awaken.testkit.CollectingSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One agent switches to a second, which switches to a third. */
@Rows({13, 200, 201})
class AgentChainTest {

  private final List<String> steps = new ArrayList<>();
  private final CollectingSink sink = new CollectingSink();

  /** Records the agents whose steps it takes part in, and has a key. */
  private final class Noting implements Plugin {
    private final String name;
    private final boolean inherited;

    Noting(String name, boolean inherited) {
      this.name = name;
      this.inherited = inherited;
    }

    @Override
    public PluginDescriptor descriptor() {
      return new PluginDescriptor(name, null, inherited);
    }

    @Override
    public void register(PluginRegistrar registrar) {
      StateKey<Integer, Integer> key =
          StateKey.of(name + ".count", Integer.class, () -> 0, Integer::sum).commutative();
      registrar.registerKey(key);
      registrar.registerPhaseHook(
          Phase.STEP_START,
          context -> {
            steps.add(name + " in " + context.agent().id());
            return StateCommand.none().update(key, 1);
          });
    }
  }

  private static Plugin handsOver(Phase phase, Map<String, String> next) {
    return new TestPlugin(
        "hands-over-in-" + phase,
        registrar ->
            registrar.registerPhaseHook(
                phase,
                context -> {
                  String to = next.get(context.agent().id());
                  return to == null
                      ? null
                      : StateCommand.none()
                          .update(RuntimeKeys.ACTIVE_AGENT, new ActiveAgent(to, null));
                }));
  }

  private AgentRuntimeBuilder runtime(boolean inherited) {
    var model =
        new ScriptedModel(
            Script.builder()
                .calls("echo", Map.of("value", "x"))
                .calls("echo", Map.of("value", "y"))
                .says("done")
                .build());
    return AgentRuntime.builder()
        .inMemory()
        .withAgentSpec(AgentSpec.builder("a", "m").plugins("of-a").build())
        .withAgentSpec(AgentSpec.builder("b", "m").plugins("of-b").build())
        .withAgentSpec(AgentSpec.builder("c", "m").plugins("of-c").build())
        .withPlugin(new Noting("of-a", inherited))
        .withPlugin(new Noting("of-b", inherited))
        .withPlugin(new Noting("of-c", inherited))
        .withModel(new ModelSpec("m", "p", "up"))
        .withProvider("p", model)
        .withTool("echo", FunctionTool.answering("echo", "42"));
  }

  @Test
  void pluginsAreInheritedFromEveryEarlierAgent() {
    var chain = handsOver(Phase.STEP_END, Map.of("a", "b", "b", "c"));
    try (var runtime = runtime(true).withGlobalPlugin(chain).build()) {
      runtime.run(RunRequest.of("a", "go"), sink);
    }

    assertThat(steps)
        .containsExactlyInAnyOrder(
            "of-a in a", "of-a in b", "of-b in b", "of-a in c", "of-b in c", "of-c in c");
  }

  @Test
  void inheritedPluginsAreStoredForTheNextOwner() {
    var kept = new ArrayList<WorkingAgent>();
    var watching =
        new TestPlugin(
            "watching",
            registrar ->
                registrar.registerPhaseHook(
                    Phase.STEP_START,
                    context -> {
                      kept.add(context.state().getOrInitial(RuntimeKeys.WORKING_AGENT));
                      return null;
                    }));
    var chain = handsOver(Phase.STEP_END, Map.of("a", "b", "b", "c"));
    try (var runtime = runtime(true).withGlobalPlugin(chain).withGlobalPlugin(watching).build()) {
      runtime.run(RunRequest.of("a", "go"), sink);
    }

    assertThat(kept)
        .usingElementComparator(
            comparing((WorkingAgent each) -> each.agent() + " " + each.inherited()))
        .containsExactly(
            WorkingAgent.OWN,
            new WorkingAgent(new ActiveAgent("b", null), List.of("of-a")),
            new WorkingAgent(new ActiveAgent("c", null), List.of("of-b", "of-a")));
  }

  @Test
  void inheritedPluginsRemainInTheNextRunOfTheThread() {
    var chain = handsOver(Phase.STEP_END, Map.of("a", "b", "b", "c"));
    try (var runtime = runtime(true).withGlobalPlugin(chain).build()) {
      var first = runtime.run(RunRequest.of("a", "go"), sink);
      steps.clear();

      runtime.run(RunRequest.of("a", "go on").in(first.threadId()), sink);
    }

    assertThat(Set.copyOf(steps)).containsExactlyInAnyOrder("of-a in c", "of-b in c", "of-c in c");
  }

  @Test
  void twoAgentsMayTakeOverBeforeOneStep() {
    var atTheEnd = handsOver(Phase.RUN_END, Map.of("a", "b"));
    var atTheStart = handsOver(Phase.RUN_START, Map.of("b", "c"));
    try (var runtime =
        runtime(false).withGlobalPlugin(atTheEnd).withGlobalPlugin(atTheStart).build()) {
      var first = runtime.run(RunRequest.of("a", "go"), sink);
      steps.clear();

      var second = runtime.run(RunRequest.of("a", "go").in(first.threadId()), sink);

      assertThat(second.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    }
    assertThat(steps).isNotEmpty().allMatch(step -> step.equals("of-c in c"));
  }
}
