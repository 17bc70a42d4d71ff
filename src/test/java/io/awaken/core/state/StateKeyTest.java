package io.awaken.core.state;

import static io.awaken.core.state.Samples.COUNT;
import static io.awaken.core.state.Samples.LOG;
import static io.awaken.core.state.Samples.VISITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.state.StateKey.MergeStrategy;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pcollections.PVector;

class StateKeyTest {

  record Step(String name, Optional<String> note, Instant at, List<Duration> took) {}

  private static <V> StateKey<V, V> keyOf(Class<V> type) {
    return StateKey.of("test.key", type, () -> null, (old, next) -> next);
  }

  private static <V> StateKey<V, V> keyOf(TypeReference<V> type) {
    return StateKey.of("test.key", type, () -> null, (old, next) -> next);
  }

  @Test
  @Rows({41, 42, 43})
  void aKeyIsExclusiveAndRunScopedByDefault() {
    var plain = keyOf(String.class);

    assertThat(plain.merge()).isEqualTo(MergeStrategy.EXCLUSIVE);
    assertThat(plain.scope()).isEqualTo(KeyScope.RUN);
    assertThat(COUNT.merge()).isEqualTo(MergeStrategy.COMMUTATIVE);
    assertThat(COUNT.scope()).isEqualTo(KeyScope.RUN);
    assertThat(VISITS.merge()).isEqualTo(MergeStrategy.EXCLUSIVE);
    assertThat(VISITS.scope()).isEqualTo(KeyScope.THREAD);
    assertThat(VISITS.commutative().scope()).isEqualTo(KeyScope.THREAD);
  }

  @Test
  @Rows(41)
  void aValueRoundTripsThroughJson() {
    var key = keyOf(Step.class);
    var step =
        new Step(
            "look", Optional.of("twice"), Instant.ofEpochSecond(5), List.of(Duration.ofMillis(7)));

    JsonNode json = key.codec().encode(step);

    assertThat(json.get("name").textValue()).isEqualTo("look");
    assertThat(key.codec().decode(json)).isEqualTo(step);
  }

  @Test
  @Rows(41)
  void unknownFieldsOfALaterVersionAreIgnored() {
    var key = keyOf(Step.class);
    ObjectNode json =
        (ObjectNode) key.codec().encode(new Step("x", Optional.empty(), Instant.EPOCH, List.of()));
    json.put("invented_later", true);

    assertThat(key.codec().decode(json).name()).isEqualTo("x");
  }

  @Test
  @Rows(41)
  void theInitialValueIsTheSameForEveryUpdateAndUnmodifiable() {
    assertThat(LOG.apply(null, "first")).containsExactly("first");
    assertThat(LOG.apply(List.of("first"), "second")).containsExactly("first", "second");
    assertThatThrownBy(() -> LOG.initial().add("by the way"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  @Rows(45)
  void theInitialValueIsIndependentOfItsSource() {
    var list = new ArrayList<>(List.of("first"));
    var key =
        StateKey.<List<String>, String>of(
            "test.kept", new TypeReference<List<String>>() {}, () -> list, (old, next) -> old);
    List<String> initial = key.initial();

    list.add("second");

    assertThat(initial).containsExactly("first");
    assertThat(key.initial()).isSameAs(initial);
  }

  @Test
  @Rows(41)
  void aDynamicInitialValueIsEvaluatedEachTime() {
    var made = new AtomicInteger();
    var key =
        StateKey.<Integer, Integer>of(
            "test.made", Integer.class, () -> 1_000 + made.incrementAndGet(), Integer::sum);

    assertThat(key.initial()).isEqualTo(1_001);
    assertThat(key.initial()).isEqualTo(1_002);
  }

  @ParameterizedTest
  @Rows(45)
  @ValueSource(
      classes = {
        int[].class,
        ArrayList.class,
        HashMap.class,
        Deque.class,
        JsonNode.class,
        ObjectNode.class,
        Date.class,
        StringBuilder.class,
        AtomicInteger.class
      })
  void aMutableTypeIsRefused(Class<?> type) {
    assertThatThrownBy(() -> keyOf(type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("test.key")
        .hasMessageContaining(type.getName());
  }

  @Test
  @Rows(45)
  void aNestedMutableTypeIsRefused() {
    assertThatThrownBy(() -> keyOf(new TypeReference<Map<String, ArrayList<String>>>() {}))
        .hasMessageContaining("java.util.ArrayList");
    keyOf(new TypeReference<Map<String, List<SortedSet<String>>>>() {});
    keyOf(new TypeReference<PVector<String>>() {});
  }

  @Test
  void aNameIsNeitherBlankNorTooLong() {
    for (String name : List.of(" ", "n".repeat(257))) {
      assertThatThrownBy(() -> StateKey.of(name, Integer.class, () -> 0, Integer::sum))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 256");
    }
  }
}
