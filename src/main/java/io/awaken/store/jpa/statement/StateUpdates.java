package io.awaken.store.jpa.statement;

import io.awaken.core.run.Fence;
import io.awaken.core.state.KeyScope;
import io.awaken.core.state.StateChanges;
import io.awaken.core.state.StateChanges.StateChange;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Keys;
import io.awaken.store.database.batch.GatheredWrites;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredJson;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Writes changed state values, behind {@link ThreadLock}: one batch each for updates and deletes,
 * none when there are none.
 */
public final class StateUpdates {
  private static final String FORGET =
      "DELETE FROM awaken_state WHERE thread_key = :thread AND run_key = :run";
  private static final String REMOVE =
      "DELETE FROM awaken_state WHERE thread_key = ? AND run_key = ? AND state_key = ?";
  private final String set;

  StateUpdates(DatabaseProduct product) {
    set =
        product.upsert(
            "awaken_state",
            List.of("thread_key", "run_key", "state_key"),
            List.of("body", "updated_at"),
            "?, ?, ?, ?, " + product.clockMillis());
  }

  public void write(EntityManager em, Fence fence, StateChanges state) {
    List<StateChange> values =
        state.changes().stream().filter(change -> change.value() != null).toList();
    List<StateChange> gone =
        state.changes().stream().filter(change -> change.value() == null).toList();
    Sql.batch(em, set, values, change -> key(fence, change, StoredJson.writeTree(change.value())));
    if (!gone.isEmpty()) {
      GatheredWrites.ofAnyCount(
          em, () -> Sql.batch(em, REMOVE, gone, change -> key(fence, change)));
    }
    if (state.forgetsRun()) {
      GatheredWrites.ofAnyCount(
          em, () -> forget(em, Keys.thread(fence.threadId()), Keys.run(fence.runId())));
    }
  }

  /** Deletes the run's own values. */
  public void forget(EntityManager em, UUID threadKey, long runKey) {
    Sql.update(em, FORGET, "thread", threadKey, "run", runKey);
  }

  private static Object[] key(Fence fence, StateChange change, Object... more) {
    long run = change.scope() == KeyScope.RUN ? Keys.run(fence.runId()) : Keys.NO_RUN;
    Stream<Object> key = Stream.of(Keys.thread(fence.threadId()), run, change.key());
    return Stream.concat(key, Stream.of(more)).toArray();
  }
}
