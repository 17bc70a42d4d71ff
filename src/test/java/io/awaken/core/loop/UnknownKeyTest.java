package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.model.InferenceException;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.Registration;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A hook outside the phases updates an unregistered key. */
class UnknownKeyTest {

  private static final StateKey<String, String> UNKNOWN =
      StateKey.of("unknown", String.class, () -> "", (value, update) -> update);

  private static StateCommand unknown() {
    return StateCommand.none().update(UNKNOWN, "x");
  }

  /** Registers a hook that does so. */
  private interface Part extends Function<PluginRegistrar, Registration<?>> {}

  static Stream<Part> hooks() {
    return Stream.of(
        r -> r.onActivate(c -> unknown()), r -> r.onModelFailure((c, failure) -> unknown()));
  }

  private static RunRecord run(Part part, FailurePolicy policy) {
    var plugin =
        new TestPlugin(
            "p",
            r -> {
              part.apply(r).onFailure(policy);
              r.overflowRecovery((c, history) -> Optional.of(List.of()));
            });
    var model =
        RecordingModel.turns(
            Script.builder().fails(InferenceException.Kind.CONTEXT_OVERFLOW),
            Script.builder().says("done"));
    return new TestNode(model, UnaryOperator.identity(), List.of(plugin)).run("t", "go");
  }

  @ParameterizedTest
  @MethodSource("hooks")
  void isTheHooksOwnFailureAndItsPolicyCounts(Part part) {
    assertThat(run(part, FailurePolicy.IGNORE).termination())
        .isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run(part, FailurePolicy.FAIL_RUN).termination())
        .isInstanceOfSatisfying(
            TerminationReason.Error.class,
            error -> assertThat(error.value()).startsWith("plugin p failed at "));
  }

  @ParameterizedTest
  @MethodSource("deactivating")
  void doesNotBreakTheEndOfARun(Part part) {
    var run = run(part, FailurePolicy.IGNORE);

    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }

  static Stream<Part> deactivating() {
    return Stream.of(r -> r.onDeactivate(c -> unknown()));
  }
}
