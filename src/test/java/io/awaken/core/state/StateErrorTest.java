package io.awaken.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Rows({6, 53})
class StateErrorTest {

  private record Case(StateError error, String text) {}

  static Stream<Case> errors() {
    return Stream.of(
        new Case(new StateError.RevisionConflict(3, 5), "at revision 5, the change was made for 3"),
        new Case(new StateError.MutationBaseRevisionMismatch(1, 2), "revisions 1 and 2"),
        new Case(new StateError.PluginAlreadyInstalled("audit"), "plugin audit is installed"),
        new Case(new StateError.PluginNotInstalled("audit"), "plugin audit is not installed"),
        new Case(new StateError.KeyAlreadyRegistered("k"), "state key k is registered already"),
        new Case(new StateError.UnknownKey("k"), "state key k is not registered"),
        new Case(new StateError.UpdateFailed("k", "why"), "update of state key k failed: why"),
        new Case(new StateError.KeyDecode("k", "why"), "state key k cannot be read: why"),
        new Case(new StateError.KeyEncode("k", "why"), "state key k cannot be stored: why"),
        new Case(new StateError.HandlerAlreadyRegistered("a"), "action a has a handler"),
        new Case(new StateError.EffectHandlerAlreadyRegistered("e"), "effect e has a handler"),
        new Case(new StateError.PhaseRunLoopExceeded(Phase.STEP_END, 16), "after 16 rounds"),
        new Case(new StateError.UnknownScheduledActionHandler("a"), "scheduled action a"),
        new Case(new StateError.UnknownEffectHandler("e"), "no handler is registered for effect e"),
        new Case(new StateError.ParallelMergeConflict("k"), "wrote state key k"),
        new Case(new StateError.ToolAlreadyRegistered("t"), "tool t is registered already"),
        new Case(new StateError.ProfileKeyAlreadyRegistered("p"), "profile key p is registered"),
        new Case(new StateError.ProfileKeyNotRegistered("p"), "profile key not registered: p"),
        new Case(new StateError.Cancelled(), "cancelled"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void everyErrorNamesItsSubject(Case each) {
    assertThat(each.error().message()).contains(each.text());
    assertThat(new StateException(each.error())).hasMessage(each.error().message());
    assertThat(new StateException(each.error()).error()).isEqualTo(each.error());
  }

  @Test
  void everyKindOfErrorIsCovered() {
    List<Class<?>> covered = errors().<Class<?>>map(each -> each.error().getClass()).toList();
    assertThat(covered).containsAll(Arrays.asList(StateError.class.getPermittedSubclasses()));
  }
}
