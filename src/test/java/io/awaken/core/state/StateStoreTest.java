package io.awaken.core.state;

import static io.awaken.core.state.Samples.COUNT;
import static io.awaken.core.state.Samples.LOG;
import static io.awaken.core.state.Samples.NAME;
import static io.awaken.core.state.Samples.VISITS;
import static io.awaken.core.state.Samples.registered;
import static io.awaken.core.state.Samples.store;
import static io.awaken.core.state.Samples.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.state.StateChanges.StateChange;
import io.awaken.fixture.Rows;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class StateStoreTest {

  private static void assertError(ThrowingCallable call, StateError error) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(StateException.class, e -> assertThat(e.error()).isEqualTo(error));
  }

  @Test
  @Rows({45, 50})
  void aSnapshotNeverChangesAndCostsNothing() {
    var store = store(COUNT, NAME);
    Snapshot before = store.snapshot();
    assertThat(store.snapshot()).isSameAs(before);

    Snapshot after = store.commit(update(COUNT, 2).update(NAME, "ann"));

    assertThat(before.get(COUNT)).isEmpty();
    assertThat(before.getOrInitial(NAME)).isEqualTo("nobody");
    assertThat(before.revision()).isZero();
    assertThat(after.get(COUNT)).contains(2);
    assertThat(after.revision()).isEqualTo(1);
    assertThat(store.snapshot()).isSameAs(after);
  }

  @Test
  @Rows(50)
  void aBatchForAnotherRevisionChangesNothing() {
    var store = store(COUNT);
    store.commit(update(COUNT, 1));
    Snapshot before = store.snapshot();

    assertError(
        () -> store.commit(MutationBatch.at(0).update(COUNT, 1)),
        new StateError.RevisionConflict(0, 1));

    assertThat(store.snapshot()).isSameAs(before);
    assertThat(store.commit(MutationBatch.at(1).update(COUNT, 1)).get(COUNT)).contains(2);
  }

  @Test
  @Rows(50)
  void aThrowingUpdateUndoesTheWholeBatch() {
    StateKey<Integer, Integer> broken =
        StateKey.of("test.broken", Integer.class, () -> 0, (value, by) -> value / by);
    var store = store(COUNT, broken);

    assertError(
        () -> store.commit(update(COUNT, 1).update(broken, 0)),
        new StateError.UpdateFailed("test.broken", "ArithmeticException"));

    assertThat(store.snapshot()).isSameAs(Snapshot.EMPTY);
    assertThat(store.unsaved()).isEqualTo(StateChanges.NONE);
  }

  @Test
  @Rows(50)
  void anEmptyBatchIsNoCommit() {
    var store = store(COUNT);

    assertThat(store.commit(MutationBatch.anywhere())).isSameAs(Snapshot.EMPTY);
    assertThat(store.commit(update(COUNT, 1)).revision()).isEqualTo(1);
  }

  @Test
  @Rows(41)
  void anUpdateMayRemoveTheValue() {
    var store = store(NAME);
    store.commit(update(NAME, "ann"));

    assertThat(store.commit(update(NAME, "")).get(NAME)).isEmpty();
  }

  @Test
  @Rows({50, 53})
  void keysAndPluginsAreInstalledOnce() {
    assertError(() -> store(COUNT, COUNT), new StateError.KeyAlreadyRegistered("test.count"));
    var store = store(COUNT);
    store.install("audit", List.of(registered(NAME)));

    assertError(
        () -> store.install("audit", List.of()), new StateError.PluginAlreadyInstalled("audit"));
    assertError(
        () -> store.install("other", List.of(registered(LOG), registered(NAME))),
        new StateError.KeyAlreadyRegistered("test.name"));
    assertError(() -> store.commit(update(LOG, "x")), new StateError.UnknownKey("test.log"));
    assertError(() -> store.uninstall("other"), new StateError.PluginNotInstalled("other"));
  }

  @Test
  @Rows({44, 50})
  void uninstallingAPluginRemovesItsValuesExceptRetainedOnes() {
    var store = store();
    store.install(
        "audit",
        List.of(registered(NAME), new KeyRegistration(COUNT, StateKeyOptions.DEFAULT.retained())));
    store.commit(update(NAME, "ann").update(COUNT, 3));
    Snapshot before = store.snapshot();

    store.uninstall("audit");

    assertThat(store.snapshot().get(NAME)).isEmpty();
    assertThat(store.snapshot().get(COUNT)).contains(3);
    assertThat(before.get(NAME)).contains("ann");
    assertError(() -> store.commit(update(COUNT, 1)), new StateError.UnknownKey("test.count"));
    store.install("audit", List.of(registered(COUNT)));
    assertThat(store.commit(update(COUNT, 1)).get(COUNT)).contains(4);
  }

  @Test
  @Rows({41, 53})
  void anotherKeyObjectOfTheSameNameIsRefused() {
    StateKey<String, String> namesake =
        StateKey.of("test.count", String.class, () -> "", (old, next) -> next);
    var store = store(COUNT);

    assertError(() -> store.check(update(namesake, "x")), new StateError.UnknownKey("test.count"));
    assertError(
        () -> store.commit(update(COUNT, 1).update(namesake, "x")),
        new StateError.UnknownKey("test.count"));
    store.check(update(COUNT, 1));
    assertThat(store.snapshot().get(COUNT)).isEmpty();
  }

  @Test
  @Rows({47, 51})
  void onlyPersistentValuesOfAScopeAreExported() {
    StateKey<String, String> scratch =
        StateKey.of("test.scratch", String.class, () -> "", (old, next) -> next);
    var store =
        new StateStore(
            List.of(
                registered(COUNT),
                registered(VISITS),
                new KeyRegistration(scratch, StateKeyOptions.DEFAULT.transientValue())));
    store.commit(update(COUNT, 1).update(VISITS, 2).update(scratch, "x"));

    assertThat(store.persisted(KeyScope.RUN))
        .isEqualTo(new PersistedState(1, java.util.Map.of("test.count", Samples.json(1))));
    assertThat(store.persisted(KeyScope.THREAD).extensions())
        .containsOnlyKeys("test.visits")
        .containsValue(Samples.json(2));
  }

  @Test
  @Rows(46)
  void theValuesOfASnapshotCanBeIterated() {
    var store = store(COUNT, NAME);
    StateMap values = store.commit(update(COUNT, 1)).values();

    assertThat(values.contains(COUNT)).isTrue();
    assertThat(values.contains(NAME)).isFalse();
    assertThat(values.get(COUNT)).isEqualTo(1);
    assertThat(values.get(NAME)).isNull();
    assertThat(values.with(NAME, "ann").size()).isEqualTo(2);
    assertThat(values.without("test.count").size()).isZero();
    assertThat(values.size()).isEqualTo(1);
  }

  @Test
  void revertedCommitsAreNotStored() {
    var store = store(COUNT, NAME);
    store.saved(store.unsaved());
    Snapshot before = store.commit(update(COUNT, 1));
    store.commit(update(COUNT, 2).update(NAME, "ann"));

    store.takeBack(before);

    assertThat(store.snapshot().get(COUNT)).contains(1);
    assertThat(store.snapshot().get(NAME)).isEmpty();
    assertThat(store.snapshot().revision()).isGreaterThan(before.revision());
    assertThat(store.unsaved().changes()).extracting(StateChange::key).containsOnly("test.count");
  }
}
