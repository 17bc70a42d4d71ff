package io.awaken.core.state;

import static io.awaken.core.state.Samples.COUNT;
import static io.awaken.core.state.Samples.NAME;
import static io.awaken.core.state.Samples.OPAQUE;
import static io.awaken.core.state.Samples.VISITS;
import static io.awaken.core.state.Samples.json;
import static io.awaken.core.state.Samples.registered;
import static io.awaken.core.state.Samples.store;
import static io.awaken.core.state.Samples.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.state.StateChanges.StateChange;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A durable commit writes only changes. */
@Rows({43, 51})
class UnsavedStateTest {

  private static final StateChange COUNTED = new StateChange(KeyScope.RUN, "test.count", json(1));
  private static final StateChange VISITED =
      new StateChange(KeyScope.THREAD, "test.visits", json(1));

  private static StateStore saved(StateStore store) {
    store.saved(store.unsaved());
    return store;
  }

  @Test
  void onlyChangesSinceTheLastCommitAreStored() {
    var store = store(COUNT, VISITS, NAME);
    store.commit(update(COUNT, 1).update(VISITS, 1));

    assertThat(store.unsaved().changes()).containsExactlyInAnyOrder(COUNTED, VISITED);
    saved(store);
    assertThat(store.unsaved()).isEqualTo(StateChanges.NONE);

    store.commit(update(NAME, "ann"));
    assertThat(store.unsaved().changes())
        .containsExactly(new StateChange(KeyScope.RUN, "test.name", json("ann")));
  }

  @Test
  void aTransientValueIsNeverStored() {
    var store =
        new StateStore(
            List.of(new KeyRegistration(COUNT, StateKeyOptions.DEFAULT.transientValue())));
    store.commit(update(COUNT, 1));

    assertThat(store.unsaved()).isEqualTo(StateChanges.NONE);
  }

  @Test
  void aValueRevertedToItsStoredStateIsNotWritten() {
    var store = store(COUNT);
    store.commit(update(COUNT, 1));
    saved(store);
    store.commit(update(COUNT, 5));
    store.commit(update(COUNT, -5));

    assertThat(store.unsaved()).isEqualTo(StateChanges.NONE);
  }

  @Test
  void aRemovedValueIsRemovedFromTheStore() {
    var store = store(NAME);
    store.commit(update(NAME, "ann").update(NAME, ""));
    assertThat(store.unsaved()).isEqualTo(StateChanges.NONE);

    store.commit(update(NAME, "ann"));
    saved(store);
    store.commit(update(NAME, ""));
    assertThat(store.unsaved().changes())
        .containsExactly(new StateChange(KeyScope.RUN, "test.name", null));
  }

  @Test
  void writesDuringACommitAreStoredByTheNext() {
    var store = store(COUNT);
    store.commit(update(COUNT, 1));
    StateChanges underWay = store.unsaved();
    store.commit(update(COUNT, 1));

    store.saved(underWay);

    assertThat(store.unsaved().changes())
        .containsExactly(new StateChange(KeyScope.RUN, "test.count", json(2)));
  }

  @Test
  void laterWritesAreNotPartOfAnEarlierSnapshot() {
    var store = store(COUNT, VISITS);
    store.commit(update(COUNT, 1));
    Snapshot then = store.snapshot();
    store.commit(update(COUNT, 1).update(VISITS, 1));

    StateChanges asOfThen = store.unsaved(then);
    assertThat(asOfThen.changes()).containsExactly(COUNTED);
    store.saved(asOfThen);

    assertThat(store.unsaved(then)).isEqualTo(StateChanges.NONE);
    assertThat(store.unsaved().changes())
        .containsExactlyInAnyOrder(new StateChange(KeyScope.RUN, "test.count", json(2)), VISITED);
  }

  @Test
  void theEndOfARunStoresItsThreadsValuesAndForgetsItsOwn() {
    var store = store(COUNT, VISITS);
    store.commit(update(COUNT, 1).update(VISITS, 1));

    StateChanges neverStored = store.unsavedAtEnd();
    assertThat(neverStored.changes()).containsExactly(VISITED);
    assertThat(neverStored.forgetsRun()).isFalse();

    saved(store).commit(update(VISITS, 1));
    StateChanges afterACommit = store.unsavedAtEnd();
    assertThat(afterACommit.changes()).hasSize(1);
    assertThat(afterACommit.forgetsRun()).isTrue();

    store.saved(afterACommit);
    assertThat(store.unsavedAtEnd()).isEqualTo(StateChanges.NONE);
  }

  @Test
  void aRunRemovesItsStoredValuesEvenWithUnregisteredKeys() {
    var store = store();
    store.restore(
        KeyScope.RUN, new PersistedState(0, Map.of("gone", json(1))), RestorePolicy.DEFAULT);

    assertThat(store.unsavedAtEnd().forgetsRun()).isTrue();
  }

  @Test
  void restoredValuesCountAsStored() {
    var store = store(COUNT);
    store.restore(
        KeyScope.RUN, new PersistedState(4, Map.of("test.count", json(6))), RestorePolicy.DEFAULT);

    assertThat(store.unsaved()).isEqualTo(StateChanges.NONE);
    store.commit(update(COUNT, 1));
    assertThat(store.unsaved().changes())
        .containsExactly(new StateChange(KeyScope.RUN, "test.count", json(7)));
  }

  @Test
  void uninstallingAPluginRemovesItsStoredValues() {
    var store = store();
    store.install("audit", List.of(registered(VISITS)));
    store.commit(update(VISITS, 1));
    saved(store);

    store.uninstall("audit");

    assertThat(store.unsaved().changes())
        .containsExactly(new StateChange(KeyScope.THREAD, "test.visits", null));
  }

  @Test
  void anUnstoredRetainedValueIsStoredWithoutItsPlugin() {
    var store = store();
    store.install(
        "audit", List.of(new KeyRegistration(VISITS, StateKeyOptions.DEFAULT.retained())));
    store.commit(update(VISITS, 1));

    store.uninstall("audit");

    assertThat(store.unsaved().changes()).containsExactly(VISITED);
  }

  @Test
  @Rows(53)
  void aValueWithoutJsonIsReportedOnceByKey() {
    var store = store(OPAQUE, COUNT);
    store.commit(update(OPAQUE, "password").update(COUNT, 1));

    assertThatThrownBy(store::unsaved)
        .isInstanceOfSatisfying(
            StateException.class,
            e ->
                assertThat(e.error())
                    .isEqualTo(new StateError.KeyEncode("test.opaque", "IllegalStateException")))
        .hasMessageNotContaining("password");
    assertThat(store.unsaved().changes()).containsExactly(COUNTED);
  }
}
