package io.awaken.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.hook.RequestTransform;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.plugin.hook.ToolPolicyDecision;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.KeyScope;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.StateKeyOptions;
import io.awaken.core.state.profile.ProfileKey;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RegisteringPlugin;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Source: awaken-plugin-internals, "Plugin Registration vs Activation". */
class PluginRegistrarTest {

  private static final StateKey<String, String> KEY =
      StateKey.of("key", String.class, () -> "", (value, update) -> update);
  private static final ActionKey<String> ACTION =
      ActionKey.of("action", Phase.STEP_END, String.class);
  private static final EffectKey<String> EFFECT = EffectKey.of("effect", String.class);

  static Stream<Arguments> duplicates() {
    return Stream.of(
        duplicate(plugin -> plugin.registerKey(KEY), new StateError.KeyAlreadyRegistered("key")),
        duplicate(
            plugin -> plugin.registerProfileKey(ProfileKey.of("profile", String.class, () -> "")),
            new StateError.ProfileKeyAlreadyRegistered("profile")),
        duplicate(
            plugin -> plugin.registerScheduledAction(ACTION, (context, payload) -> null),
            new StateError.HandlerAlreadyRegistered("action")),
        duplicate(
            plugin -> plugin.registerEffect(EFFECT, (payload, context) -> {}),
            new StateError.EffectHandlerAlreadyRegistered("effect")),
        duplicate(
            plugin -> plugin.registerTool(FunctionTool.answering("tool", "x")),
            new StateError.ToolAlreadyRegistered("tool")));
  }

  @ParameterizedTest
  @MethodSource("duplicates")
  @Rows({53, 76, 99})
  void aPluginThatRegistersSomethingTwiceIsRefused(
      Consumer<PluginRegistrar> part, StateError error) {
    var plugin = new RegisteringPlugin("p", part.andThen(part));

    assertThatThrownBy(() -> PluginRegistration.of(plugin))
        .isInstanceOfSatisfying(StateException.class, e -> assertThat(e.error()).isEqualTo(error));
  }

  @ParameterizedTest
  @MethodSource("duplicates")
  @Rows({53, 76, 77, 99})
  void twoPluginsWithTheSamePartAreRefused(Consumer<PluginRegistrar> part, StateError error) {
    var one = PluginRegistration.of(new RegisteringPlugin("one", part));
    var two = PluginRegistration.of(new RegisteringPlugin("two", part));

    assertThatThrownBy(() -> ExecutionEnv.of(List.of(one, two), plugin -> true))
        .isInstanceOfSatisfying(StateException.class, e -> assertThat(e.error()).isEqualTo(error));
  }

  @Test
  @Rows(76)
  void aSectionThatIsRegisteredTwiceIsRefused() {
    var section = ConfigSection.of("limits", null, String.class, () -> "");
    var plugin =
        new RegisteringPlugin(
            "p",
            registrar -> {
              registrar.registerSection(section);
              registrar.registerSection(section);
            });

    assertThatThrownBy(() -> PluginRegistration.of(plugin))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("plugin p registers section limits twice");
  }

  @Test
  @Rows(76)
  void theSameRequestTransformMayBeRegisteredTwice() {
    RequestTransform transform = (context, request) -> request;
    var registration =
        PluginRegistration.of(
            new RegisteringPlugin(
                "p",
                registrar -> {
                  registrar.registerRequestTransform(transform);
                  registrar.registerRequestTransform(transform);
                }));

    assertThat(registration.parts()).hasSize(2);
  }

  @Test
  @Rows(44)
  void aTransientThreadKeyIsRefused() {
    var plugin =
        new RegisteringPlugin(
            "p",
            registrar ->
                registrar.registerKey(
                    KEY, StateKeyOptions.DEFAULT.transientValue().in(KeyScope.THREAD)));

    assertThatThrownBy(() -> PluginRegistration.of(plugin))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key lives as long as its thread");
  }

  @Test
  @Rows(73)
  void aPluginIsANameWithItsRegistrations() {
    var registration =
        PluginRegistration.of(
            new RegisteringPlugin(
                "audit",
                registrar -> {
                  registrar.registerKey(KEY);
                  registrar.onActivate(context -> StateCommand.none());
                  registrar.onDeactivate(context -> StateCommand.none());
                }));

    assertThat(registration.name()).isEqualTo("audit");
    assertThat(registration.keys()).containsOnlyKeys("key");
    assertThat(registration.parts())
        .extracting(part -> (Object) part.at())
        .containsExactly(ExtensionPoint.ACTIVATE, ExtensionPoint.DEACTIVATE);
  }

  @Test
  @Rows(75)
  void aToolPolicyIsAGate() throws Exception {
    var registration =
        PluginRegistration.of(
            new RegisteringPlugin(
                "p",
                registrar -> {
                  registrar.registerToolPolicyHook(context -> ToolPolicyDecision.deny("no"));
                  registrar.registerToolPolicyHook(context -> ToolPolicyDecision.allow());
                }));

    var gates = ExecutionEnv.of(List.of(registration), plugin -> true).at(ExtensionPoint.TOOL_GATE);

    assertThat(gates).hasSize(2);
    assertThat(gates.get(0).part().decide(null)).contains(new ToolIntercept.Block("no"));
    assertThat(gates.get(1).part().decide(null)).isEqualTo(Optional.empty());
  }

  private static Arguments duplicate(Consumer<PluginRegistrar> part, StateError error) {
    return Arguments.of(part, error);
  }

  static Stream<Arguments> refusedPolicies() {
    return Stream.of(
        refused(r -> r.registerToolGateHook(c -> Optional.empty()), "tool_gate", "IGNORE"),
        refused(
            r -> r.registerToolPolicyHook(c -> ToolPolicyDecision.allow()), "tool_gate", "IGNORE"),
        refused(r -> r.onEvent((run, event) -> null), "on_event", "FAIL_RUN"),
        refused(
            r -> r.registerPhaseHook(Phase.STEP_START, c -> null), "phase step_start", "WITHHOLD"),
        refused(r -> r.eventObserver((run, event) -> {}), "event_observer", "FAIL_CALL"),
        refused(r -> r.afterRun(summary -> {}), "after_run", "FAIL_RUN"),
        refused(r -> r.onDeactivate(c -> null), "deactivate", "FAIL_RUN"));
  }

  private static Arguments refused(
      Function<PluginRegistrar, Registration<?>> part, String point, String policy) {
    return Arguments.of(part, point, FailurePolicy.valueOf(policy));
  }

  @ParameterizedTest
  @MethodSource("refusedPolicies")
  void aFailurePolicyThatAPointDoesNotAdmitIsRefusedNamingPluginAndPoint(
      Function<PluginRegistrar, Registration<?>> part, String point, FailurePolicy policy) {
    var plugin = new RegisteringPlugin("p", registrar -> part.apply(registrar).onFailure(policy));

    assertThatThrownBy(() -> PluginRegistration.of(plugin))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("plugin p cannot say " + policy + " at " + point + ", which does not admit it");
  }

  @Test
  void theDefaultPolicyOfEachPointIsAdmittedThere() {
    assertThat(ExtensionPoint.all()).allMatch(point -> point.admits(point.defaultPolicy()));
  }
}
