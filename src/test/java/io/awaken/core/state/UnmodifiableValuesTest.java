package io.awaken.core.state;

import static io.awaken.core.state.Samples.store;
import static io.awaken.core.state.Samples.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/**
 * Shared values cannot be modified: neither by a hook with its snapshot nor by the author of the
 * value.
 */
@Rows({45, 64})
class UnmodifiableValuesTest {

  private static <V> StateKey<V, V> key(TypeReference<V> type, V initial) {
    return StateKey.of("test.key", type, () -> initial, (old, next) -> next);
  }

  private static <V> V committed(StateKey<V, V> key, V value) {
    return store(key).commit(update(key, value)).getOrInitial(key);
  }

  @Test
  void aListIsCopiedDeeply() {
    var key = key(new TypeReference<List<Map<String, List<String>>>>() {}, List.of());
    var inner = new ArrayList<>(List.of("a"));
    var middle = new LinkedHashMap<String, List<String>>(Map.of("k", inner));
    var outer = new ArrayList<Map<String, List<String>>>(List.of(middle));

    List<Map<String, List<String>>> value = committed(key, outer);
    outer.clear();
    middle.clear();
    inner.add("b");

    assertThat(value).isEqualTo(List.of(Map.of("k", List.of("a"))));
    assertThatThrownBy(() -> value.add(Map.of())).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> value.getFirst().put("x", List.of()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> value.getFirst().get("k").add("x"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void setsAndMapsKeepTheirOrder() {
    Comparator<String> backwards = Comparator.reverseOrder();
    var set = new TreeSet<>(backwards);
    set.addAll(Set.of("a", "b", "c"));
    var map = new TreeMap<String, Integer>(backwards);
    map.putAll(Map.of("a", 1, "b", 2));

    var sortedSet = committed(key(new TypeReference<SortedSet<String>>() {}, set), set);
    var sortedMap = committed(key(new TypeReference<SortedMap<String, Integer>>() {}, map), map);

    assertThat(sortedSet).containsExactly("c", "b", "a");
    assertThat(sortedMap.keySet()).containsExactly("b", "a");
    assertThatThrownBy(() -> sortedSet.add("d")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> sortedMap.put("d", 1))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void anyOtherCollectionIsCopiedToo() {
    Collection<String> value =
        committed(key(new TypeReference<Collection<String>>() {}, List.of()), new ArrayList<>());

    assertThatThrownBy(() -> value.add("x")).isInstanceOf(UnsupportedOperationException.class);
  }

  record Inner(String name, List<String> tags) {}

  record Cart(List<Inner> items, Map<String, List<Integer>> prices, Inner first) {}

  @Test
  void collectionsInsideOfRecordsAreCopiedToo() {
    var tags = new ArrayList<>(List.of("red"));
    var items = new ArrayList<>(List.of(new Inner("a", tags)));
    var prices = new LinkedHashMap<String, List<Integer>>(Map.of("a", new ArrayList<>(List.of(1))));
    var cart = new Cart(items, prices, new Inner("b", tags));

    Cart value = committed(StateKey.of("test.key", Cart.class, () -> cart, (o, n) -> n), cart);
    tags.add("blue");
    items.clear();
    prices.clear();

    var red = new Inner("a", List.of("red"));
    assertThat(value)
        .isEqualTo(new Cart(List.of(red), Map.of("a", List.of(1)), new Inner("b", red.tags())));
    assertUnmodifiable(value);
  }

  @Test
  void collectionsInDecodedRecordsAreUnmodifiable() {
    var cart =
        new Cart(
            List.of(new Inner("a", List.of("red"))),
            Map.of("a", List.of(1)),
            new Inner("b", List.of()));
    StateKey<Cart, Cart> key = StateKey.of("test.key", Cart.class, () -> cart, (o, n) -> n);

    StateMap restored =
        StoredValues.put(
            StateMap.EMPTY,
            key,
            StoredValues.encode(Samples.registered(key), cart),
            UnknownKeyPolicy.ERROR);

    assertThat(restored.get(key)).isEqualTo(cart);
    assertUnmodifiable(restored.get(key));
  }

  private static void assertUnmodifiable(Cart cart) {
    assertThatThrownBy(() -> cart.items().add(cart.first()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> cart.items().getFirst().tags().add("x"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> cart.prices().get("a").add(2))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> cart.first().tags().add("x"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void anUnmodifiableRecordIsNotCopied() {
    var inner = new Inner("a", List.of("red"));
    StateKey<Inner, Inner> key = StateKey.of("test.key", Inner.class, () -> inner, (o, n) -> n);

    assertThat(committed(key, inner)).isSameAs(inner);
  }

  record Listed(ArrayList<String> items) {}

  @Test
  void aRecordThatDeclaresAMutableComponentIsRefused() {
    assertThatThrownBy(
            () -> StateKey.of("test.key", Listed.class, () -> null, (Listed o, Listed n) -> n))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("test.key")
        .hasMessageContaining("java.util.ArrayList");
  }

  @Test
  void aMutableValueOfAKeyWithACodecIsRefusedOnWrite() {
    var codec = Codec.json(new TypeReference<Object>() {});
    StateKey<Object, Object> key =
        StateKey.of("test.key", codec, () -> "none", (Object old, Object next) -> next);

    for (Object mutable : List.of(new int[] {1}, new Date(), new StringBuilder())) {
      assertThatThrownBy(() -> committed(key, mutable))
          .isInstanceOf(StateException.class)
          .hasMessageContaining("test.key");
    }
  }

  @Test
  void aValueThatContainsItselfIsRefused() {
    var endless = new ArrayList<Object>();
    endless.add(endless);

    assertThatThrownBy(
            () -> committed(key(new TypeReference<List<Object>>() {}, List.of()), endless))
        .isInstanceOf(StateException.class);
  }

  @Test
  void aPersistentCollectionIsNotCopied() {
    PVector<String> value = TreePVector.singleton("a");

    assertThat(committed(key(new TypeReference<PVector<String>>() {}, value), value.plus("b")))
        .containsExactly("a", "b");
  }

  @Test
  void anUnchangedValueIsNotCopied() {
    var key =
        StateKey.of(
            "test.key",
            new TypeReference<List<String>>() {},
            List::of,
            (List<String> old, Object u) -> old.isEmpty() ? List.of("a") : old);
    var store = store(key);
    List<String> first = store.commit(update(key, "x")).getOrInitial(key);

    assertThat(store.commit(update(key, "y")).getOrInitial(key)).isSameAs(first);
  }
}
