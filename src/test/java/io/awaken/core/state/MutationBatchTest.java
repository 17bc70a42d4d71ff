package io.awaken.core.state;

import static io.awaken.core.state.Samples.COUNT;
import static io.awaken.core.state.Samples.LOG;
import static io.awaken.core.state.Samples.NAME;
import static io.awaken.core.state.Samples.store;
import static io.awaken.core.state.Samples.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

@Rows({48, 49})
class MutationBatchTest {

  @Test
  void aBatchListsItsKeys() {
    var batch = update(COUNT, 1).update(NAME, "ann").update(NAME, "bob");

    assertThat(batch.touchedKeys()).containsExactlyInAnyOrder("test.count", "test.name");
    assertThat(batch.exclusiveKeys()).containsExactly("test.name");
    assertThat(MutationBatch.anywhere().isEmpty()).isTrue();
  }

  @Test
  void mergedUpdatesKeepTheirOrder() {
    var store = store(LOG);

    store.commit(update(LOG, "a").update(LOG, "b").merged(update(LOG, "c")));

    assertThat(store.snapshot().getOrInitial(LOG)).containsExactly("a", "b", "c");
    assertThat(store.snapshot().revision()).isEqualTo(1);
  }

  @Test
  void mergingModifiesNeitherBatch() {
    var left = update(COUNT, 1);
    var right = update(COUNT, 2);

    left.merged(right);

    assertThat(store(COUNT).commit(left).get(COUNT)).contains(1);
    assertThat(store(COUNT).commit(right).get(COUNT)).contains(2);
  }

  @Test
  void mergingKeepsTheKnownRevision() {
    var at = MutationBatch.at(7).update(COUNT, 1);

    assertThat(at.merged(update(COUNT, 2)).baseRevision()).isEqualTo(7);
    assertThat(update(COUNT, 2).merged(at).baseRevision()).isEqualTo(7);
    assertThat(at.merged(MutationBatch.at(7)).baseRevision()).isEqualTo(7);
  }

  @Test
  void batchesForDifferentRevisionsAreNotMerged() {
    assertThatThrownBy(() -> MutationBatch.at(1).merged(MutationBatch.at(2)))
        .isInstanceOfSatisfying(
            StateException.class,
            e ->
                assertThat(e.error()).isEqualTo(new StateError.MutationBaseRevisionMismatch(1, 2)));
  }

  @Test
  void commutativeUpdatesAreIndependentOfOrder() {
    var one = store(COUNT).commit(update(COUNT, 3).merged(update(COUNT, 4)));
    var other = store(COUNT).commit(update(COUNT, 4).merged(update(COUNT, 3)));

    assertThat(one.get(COUNT)).isEqualTo(other.get(COUNT)).contains(7);
  }
}
