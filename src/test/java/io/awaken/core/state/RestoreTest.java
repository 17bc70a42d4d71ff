package io.awaken.core.state;

import static io.awaken.core.state.Samples.COUNT;
import static io.awaken.core.state.Samples.OPAQUE;
import static io.awaken.core.state.Samples.VISITS;
import static io.awaken.core.state.Samples.json;
import static io.awaken.core.state.Samples.registered;
import static io.awaken.core.state.Samples.store;
import static io.awaken.core.state.Samples.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Rows({47, 52})
class RestoreTest {

  private static final RestorePolicy STRICT = RestorePolicy.always(UnknownKeyPolicy.ERROR);
  private static final RestorePolicy LENIENT = RestorePolicy.always(UnknownKeyPolicy.SKIP);

  private static PersistedState stored(String key, JsonNode value) {
    return new PersistedState(0, Map.of(key, value));
  }

  private static void assertError(ThrowingCallable call, StateError error) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(StateException.class, e -> assertThat(e.error()).isEqualTo(error));
  }

  @Test
  void exportedValuesAreRestoredUnchanged() {
    var before = store(COUNT, VISITS);
    before.commit(update(COUNT, 3));
    before.commit(update(VISITS, 4));
    var after = store(COUNT, VISITS);

    for (KeyScope scope : KeyScope.values()) {
      after.restore(scope, before.persisted(scope), STRICT);
    }

    assertThat(after.snapshot().get(COUNT)).contains(3);
    assertThat(after.snapshot().get(VISITS)).contains(4);
    assertThat(after.snapshot().revision()).isEqualTo(2);
  }

  @Test
  void anUnknownKeyIsNamedOrSkipped() {
    var store = store(COUNT);
    var unknown = new PersistedState(0, Map.of("test.count", json(1), "gone.plugin", json("old")));

    assertError(
        () -> store.restore(KeyScope.RUN, unknown, STRICT),
        new StateError.UnknownKey("gone.plugin"));
    assertThat(store.snapshot().get(COUNT)).isEmpty();

    store.restore(KeyScope.RUN, unknown, LENIENT);
    assertThat(store.snapshot().get(COUNT)).contains(1);
    assertThat(store.snapshot().values().size()).isEqualTo(1);
  }

  @Test
  void anUndecodableValueIsNamedOrSkippedAndNeverQuoted() {
    var store = store(COUNT);
    var broken = stored("test.count", json("not a number: hunter2"));

    assertError(
        () -> store.restore(KeyScope.RUN, broken, STRICT),
        new StateError.KeyDecode("test.count", "InvalidFormatException"));

    try (var log = new CapturedLog(StoredValues.class)) {
      store.restore(KeyScope.RUN, broken, LENIENT);
      assertThat(log.warnings()).singleElement().asString().contains("test.count");
      assertThat(log.warnings().getFirst()).doesNotContain("hunter2");
    }
    assertThat(store.snapshot().get(COUNT)).isEmpty();
    assertThat(store.unsaved()).isEqualTo(StateChanges.NONE);
  }

  @Test
  void codecFailuresNameTheKey() {
    assertError(
        () -> store(OPAQUE).restore(KeyScope.RUN, stored("test.opaque", json(1)), STRICT),
        new StateError.KeyDecode("test.opaque", "IllegalStateException"));
    assertError(
        () -> store(COUNT).restore(KeyScope.RUN, stored("test.count", NullNode.instance), STRICT),
        new StateError.KeyDecode("test.count", "it has no value"));
    assertError(
        () ->
            store(COUNT)
                .restore(KeyScope.RUN, stored("test.count", MissingNode.getInstance()), STRICT),
        new StateError.KeyDecode("test.count", "it is not JSON"));
  }

  @Test
  void byDefaultAnUnknownKeyIsSkippedAndAnUndecodableValueIsAnError() {
    var store = store(COUNT);

    store.restore(KeyScope.THREAD, stored("gone.plugin", json(1)), RestorePolicy.DEFAULT);
    assertError(
        () -> store.restore(KeyScope.RUN, stored("test.count", json("x")), RestorePolicy.DEFAULT),
        new StateError.KeyDecode("test.count", "InvalidFormatException"));
  }

  @ParameterizedTest
  @EnumSource(KeyScope.class)
  void aKeyIgnoresValuesOfTheOtherScope(KeyScope scope) {
    var key = scope == KeyScope.RUN ? VISITS : COUNT;
    var store = store(key);

    store.restore(scope, stored(key.name(), json(9)), RestorePolicy.DEFAULT);

    assertThat(store.snapshot().get(key)).isEmpty();
  }

  @Test
  void aLaterInstalledPluginGetsItsRetainedValue() {
    var store = store();
    store.restore(KeyScope.THREAD, stored("test.visits", json(9)), RestorePolicy.DEFAULT);

    store.install("audit", List.of(registered(VISITS)));

    assertThat(store.snapshot().get(VISITS)).contains(9);
    assertThat(store.unsaved()).isEqualTo(StateChanges.NONE);
  }

  @Test
  void aPluginWithAnUnreadableRetainedValueIsNotInstalled() {
    var store = store();
    store.restore(KeyScope.THREAD, stored("test.visits", json("x")), RestorePolicy.DEFAULT);

    assertError(
        () -> store.install("audit", List.of(registered(COUNT), registered(VISITS))),
        new StateError.KeyDecode("test.visits", "InvalidFormatException"));
    assertError(() -> store.uninstall("audit"), new StateError.PluginNotInstalled("audit"));
    assertError(() -> store.commit(update(COUNT, 1)), new StateError.UnknownKey("test.count"));
  }

  @Test
  void addedKeysGetTheirRetainedValues() {
    var store = store();
    store.restore(KeyScope.THREAD, stored("test.visits", json(9)), RestorePolicy.DEFAULT);
    store.restore(KeyScope.RUN, stored("test.count", json(2)), RestorePolicy.DEFAULT);

    store.addKeys(List.of(registered(VISITS)));
    store.addKeys(List.of(registered(COUNT)));

    assertThat(store.snapshot().get(VISITS)).contains(9);
    assertThat(store.snapshot().get(COUNT)).contains(2);
    assertThat(store.unsaved()).isEqualTo(StateChanges.NONE);
    assertError(
        () -> store.addKeys(List.of(registered(COUNT))),
        new StateError.KeyAlreadyRegistered("test.count"));
  }

  @Test
  void theRestorePolicyAppliesToRetainedValues() {
    var store = store();
    store.restore(KeyScope.THREAD, stored("test.visits", json("x")), LENIENT);

    try (var log = new CapturedLog(StoredValues.class)) {
      store.addKeys(List.of(registered(VISITS)));
      assertThat(log.warnings()).singleElement().asString().contains("test.visits");
    }

    assertThat(store.snapshot().get(VISITS)).isEmpty();
  }
}
