package io.awaken.core.state;

import static io.awaken.core.state.Samples.COUNT;
import static io.awaken.core.state.Samples.OPAQUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

@Rows({48, 69})
class StateCommandTest {

  private static final ActionKey<String> REMIND =
      ActionKey.of("test.remind", Phase.STEP_END, String.class);
  private static final EffectKey<Integer> PING = EffectKey.of("test.ping", Integer.class);

  @Test
  void aCommandContainsItsParts() {
    var command = StateCommand.none().update(COUNT, 1).schedule(REMIND, "later").emit(PING, 7);

    assertThat(command.mutations().touchedKeys()).containsExactly("test.count");
    assertThat(command.actions())
        .containsExactly(new ScheduledAction("test.remind", Phase.STEP_END, Samples.json("later")));
    assertThat(command.effects()).containsExactly(new TypedEffect("test.ping", Samples.json(7)));
    assertThat(command.isEmpty()).isFalse();
    assertThat(StateCommand.none().isEmpty()).isTrue();
  }

  @Test
  void extendingAppendsTheOther() {
    var first = StateCommand.none().schedule(REMIND, "a").emit(PING, 1);
    var second = StateCommand.none().schedule(REMIND, "b").emit(PING, 2).update(COUNT, 1);

    first.extend(second);

    assertThat(first.actions()).extracting(a -> a.payload().textValue()).containsExactly("a", "b");
    assertThat(first.effects()).extracting(e -> e.payload().intValue()).containsExactly(1, 2);
    assertThat(first.mutations().touchedKeys()).containsExactly("test.count");
    assertThat(second.actions()).hasSize(1);
  }

  @Test
  void aPayloadWithoutJsonIsRefusedNamingItsKey() {
    var action = new ActionKey<>("test.opaque_action", Phase.RUN_END, OPAQUE.codec());
    var effect = new EffectKey<>("test.opaque_effect", OPAQUE.codec());

    assertThatThrownBy(() -> StateCommand.none().schedule(action, "x"))
        .isInstanceOf(StateException.class)
        .hasMessageContaining("test.opaque_action");
    assertThatThrownBy(() -> StateCommand.none().emit(effect, "x"))
        .isInstanceOf(StateException.class)
        .hasMessageContaining("test.opaque_effect");
  }
}
