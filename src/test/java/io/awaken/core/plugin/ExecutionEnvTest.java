package io.awaken.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.plugin.hook.RequestTransform;
import io.awaken.core.plugin.hook.ToolPolicyDecision;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.profile.ProfileKey;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RegisteringPlugin;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Source: awaken-plugin-internals, "Plugin Registration vs Activation" and "Hook Ordering". */
class ExecutionEnvTest {

  private static final PhaseHook HOOK = context -> null;
  private static final StateKey<String, String> KEY =
      StateKey.of("key", String.class, () -> "", (value, update) -> update);
  private static final Predicate<String> ALL = plugin -> true;

  @Test
  @Rows(74)
  void structuralPartsOfASilencedPluginAreEnabled() {
    ExecutionEnv env = ExecutionEnv.of(List.of(everything("silenced")), plugin -> false);

    assertThat(env.keys()).hasSize(1);
    assertThat(env.profileNamespaces()).containsExactly("profile");
    assertThat(env.action("action")).isNotNull();
    assertThat(env.effect("effect")).isNotNull();
  }

  @Test
  @Rows(75)
  void theBehaviourOfASilencedPluginIsDisabled() {
    ExecutionEnv env = ExecutionEnv.of(List.of(everything("silenced")), plugin -> false);

    assertThat(env.tools()).isEmpty();
    assertThat(env.at(ExtensionPoint.of(Phase.STEP_START))).isEmpty();
    assertThat(env.at(ExtensionPoint.TOOL_GATE)).isEmpty();
    assertThat(env.at(ExtensionPoint.REQUEST_TRANSFORM)).isEmpty();
  }

  @Test
  @Rows(75)
  void theFilterAdmitsPluginsOneByOne() {
    ExecutionEnv env =
        ExecutionEnv.of(
            List.of(plugin("a", hook()), plugin("b", hook()), plugin("c", hook())),
            name -> !name.equals("b"));

    assertThat(order(env)).containsExactly("a", "c");
  }

  @Test
  @Rows({66, 83})
  void partsAreOrderedByPriorityThenByPluginThenByRegistration() {
    ExecutionEnv env =
        ExecutionEnv.of(
            List.of(
                plugin(
                    "a",
                    registrar -> {
                      registrar.registerPhaseHook(Phase.STEP_START, HOOK).priority(5);
                      registrar.registerPhaseHook(Phase.STEP_START, HOOK);
                    }),
                plugin(
                    "b",
                    registrar -> {
                      registrar.registerPhaseHook(Phase.STEP_START, HOOK);
                      registrar.registerPhaseHook(Phase.STEP_START, HOOK).priority(-1);
                      registrar.registerPhaseHook(Phase.STEP_START, HOOK).priority(5);
                    })),
            ALL);

    assertThat(env.at(ExtensionPoint.of(Phase.STEP_START)))
        .extracting(part -> part.plugin() + part.priority())
        .containsExactly("b-1", "a0", "b0", "a5", "b5");
  }

  @Test
  @Rows(78)
  void requestTransformsKeepTheOrderOfTheirRegistration() {
    RequestTransform first = (context, request) -> request;
    RequestTransform second = (context, request) -> null;
    ExecutionEnv env =
        ExecutionEnv.of(
            List.of(
                plugin("a", registrar -> registrar.registerRequestTransform(first)),
                plugin("b", registrar -> registrar.registerRequestTransform(second))),
            ALL);

    assertThat(env.at(ExtensionPoint.REQUEST_TRANSFORM))
        .extracting(Registered::part)
        .containsExactly(first, second);
  }

  @Test
  @Rows(77)
  void onePluginIsNotInstalledTwice() {
    assertThatThrownBy(
            () -> ExecutionEnv.of(List.of(plugin("a", hook()), plugin("a", hook())), ALL))
        .isInstanceOfSatisfying(
            StateException.class,
            e -> assertThat(e.error()).isEqualTo(new StateError.PluginAlreadyInstalled("a")));
  }

  @Test
  @Rows(79)
  void toolsOfActivePluginsAreFoundById() {
    ExecutionEnv env = ExecutionEnv.of(List.of(everything("p")), ALL);

    assertThat(env.tools()).containsOnlyKeys("tool");
  }

  @Test
  @Rows(79)
  void aToolOfASilencedPluginDoesNotReserveItsId() {
    ExecutionEnv env =
        ExecutionEnv.of(
            List.of(plugin("a", tool()), plugin("b", tool())), name -> name.equals("b"));

    assertThat(env.tools()).hasSize(1);
  }

  @Test
  void partsInheritTheFailurePolicyOfTheirPoint() {
    ExecutionEnv env =
        ExecutionEnv.of(
            List.of(
                plugin(
                    "p",
                    registrar -> {
                      registrar.registerPhaseHook(Phase.STEP_START, HOOK);
                      registrar
                          .registerPhaseHook(Phase.STEP_START, HOOK)
                          .onFailure(FailurePolicy.IGNORE)
                          .blocking();
                      registrar.eventObserver((run, event) -> {});
                    })),
            ALL);

    List<Registered<PhaseHook>> hooks = env.at(ExtensionPoint.of(Phase.STEP_START));
    assertThat(hooks)
        .extracting(Registered::onFailure)
        .containsExactly(FailurePolicy.FAIL_RUN, FailurePolicy.IGNORE);
    assertThat(hooks).extracting(Registered::blocking).containsExactly(false, true);
    assertThat(env.at(ExtensionPoint.EVENT_OBSERVER).getFirst().onFailure())
        .isEqualTo(FailurePolicy.IGNORE);
  }

  @Test
  void anEnvironmentIsUnmodifiable() {
    ExecutionEnv env = ExecutionEnv.of(List.of(everything("p")), ALL);

    assertThatThrownBy(() -> env.at(ExtensionPoint.TOOL_GATE).clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> env.tools().clear()).isInstanceOf(UnsupportedOperationException.class);
  }

  private static List<String> order(ExecutionEnv env) {
    return env.at(ExtensionPoint.of(Phase.STEP_START)).stream().map(Registered::plugin).toList();
  }

  private static PluginRegistration everything(String name) {
    return plugin(
        name,
        tool()
            .andThen(hook())
            .andThen(
                registrar -> {
                  registrar.registerKey(KEY);
                  registrar.registerProfileKey(ProfileKey.of("profile", String.class, () -> ""));
                  registrar.registerScheduledAction(
                      ActionKey.of("action", Phase.STEP_END, String.class),
                      (context, payload) -> null);
                  registrar.registerEffect(
                      EffectKey.of("effect", String.class), (payload, context) -> {});
                  registrar.registerToolPolicyHook(context -> ToolPolicyDecision.allow());
                  registrar.registerRequestTransform((context, request) -> request);
                }));
  }

  private static Consumer<PluginRegistrar> tool() {
    return registrar -> registrar.registerTool(FunctionTool.answering("tool", "x"));
  }

  private static Consumer<PluginRegistrar> hook() {
    return registrar -> registrar.registerPhaseHook(Phase.STEP_START, HOOK);
  }

  private static PluginRegistration plugin(String name, Consumer<PluginRegistrar> parts) {
    return PluginRegistration.of(new RegisteringPlugin(name, parts));
  }
}
