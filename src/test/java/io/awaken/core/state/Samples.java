package io.awaken.core.state;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/** Keys of plugins that do not exist. */
public final class Samples {

  static final StateKey<Integer, Integer> COUNT =
      StateKey.of("test.count", Integer.class, () -> 0, Integer::sum).commutative();

  static final StateKey<Integer, Integer> VISITS =
      StateKey.of("test.visits", Integer.class, () -> 0, Integer::sum).threadScoped();

  /** Removed by an empty text. */
  static final StateKey<String, String> NAME =
      StateKey.of("test.name", String.class, () -> "nobody", (old, next) -> emptyToNull(next));

  static final StateKey<List<String>, String> LOG =
      StateKey.of(
          "test.log", new TypeReference<List<String>>() {}, ArrayList::new, Samples::appended);

  /** Has no JSON form. */
  static final StateKey<Object, Object> OPAQUE =
      StateKey.of(
          "test.opaque",
          new Codec<Object>() {
            @Override
            public com.fasterxml.jackson.databind.JsonNode encode(Object value) {
              throw new IllegalStateException("secret of " + value);
            }

            @Override
            public Object decode(com.fasterxml.jackson.databind.JsonNode json) {
              throw new IllegalStateException("secret of " + json);
            }
          },
          () -> "nothing",
          (old, next) -> next);

  private Samples() {}

  static KeyRegistration registered(StateKey<?, ?> key) {
    return new KeyRegistration(key, StateKeyOptions.DEFAULT);
  }

  static StateStore store(StateKey<?, ?>... keys) {
    return new StateStore(List.of(keys).stream().map(Samples::registered).toList());
  }

  static <U> MutationBatch update(StateKey<?, U> key, U update) {
    return MutationBatch.anywhere().update(key, update);
  }

  public static com.fasterxml.jackson.databind.JsonNode json(int value) {
    return JsonNodeFactory.instance.numberNode(value);
  }

  public static com.fasterxml.jackson.databind.JsonNode json(String value) {
    return JsonNodeFactory.instance.textNode(value);
  }

  private static List<String> appended(List<String> log, String line) {
    var longer = new ArrayList<>(log);
    longer.add(line);
    return longer;
  }

  private static String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
