package io.awaken.core.phase;

import com.fasterxml.jackson.core.type.TypeReference;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateKey;
import java.util.ArrayList;
import java.util.List;

/** Keys that the tests of the engine share. */
final class Keys {

  /** An exclusive key; each update takes the value's place. */
  static final StateKey<String, String> OWNER =
      StateKey.of("owner", String.class, () -> "", (value, update) -> update);

  /** Another exclusive key. */
  static final StateKey<String, String> PLACE =
      StateKey.of("place", String.class, () -> "", (value, update) -> update);

  /** A commutative key. */
  static final StateKey<Integer, Integer> SUM =
      StateKey.of("sum", Integer.class, () -> 0, Integer::sum).commutative();

  /** The executed actions, in order; exclusive. */
  static final StateKey<List<String>, String> STEPS =
      StateKey.of(
          "steps",
          new TypeReference<List<String>>() {},
          List::of,
          (value, update) -> {
            var longer = new ArrayList<>(value);
            longer.add(update);
            return longer;
          });

  /** An exclusive key that no update can change. */
  static final StateKey<String, String> BROKEN =
      StateKey.of(
          "broken",
          String.class,
          () -> "",
          (value, update) -> {
            throw new IllegalArgumentException("never show a client: " + update);
          });

  /** An action of the phase before inference. */
  static final ActionKey<String> NOTE = ActionKey.of("note", Phase.BEFORE_INFERENCE, String.class);

  /** An action of a later phase. */
  static final ActionKey<String> LATER = ActionKey.of("later", Phase.STEP_END, String.class);

  static final EffectKey<String> NOTIFY = EffectKey.of("notify", String.class);

  private Keys() {}
}
