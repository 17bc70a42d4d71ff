package io.awaken.store.jpa.statement;

import io.awaken.core.run.Fence;
import io.awaken.core.state.KeyScope;
import io.awaken.core.state.StateChanges;
import io.awaken.core.state.StateChanges.StateChange;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.batch.GatheredWrites;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredJson;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.hibernate.Session;

/**
 * Writes changed state values, behind {@link ThreadLock}: one batch each for updates and deletes,
 * none when there are none.
 */
public final class StateUpdates {
  /** The run id of thread values. */
  public static final String OF_THREAD = "";

  private static final String FORGET =
      "DELETE FROM awaken_state WHERE thread_id = :thread AND run_id = :run";
  private static final String REMOVE =
      "DELETE FROM awaken_state WHERE thread_id = ? AND run_id = ? AND state_key = ?";
  private final String set;

  StateUpdates(DatabaseProduct product) {
    set =
        product.upsert(
            "awaken_state",
            List.of("thread_id", "run_id", "state_key"),
            List.of("body", "updated_at"),
            "?, ?, ?, ?, " + product.clockMillis());
  }

  public void write(EntityManager em, Fence fence, StateChanges state) {
    List<StateChange> values =
        state.changes().stream().filter(change -> change.value() != null).toList();
    List<StateChange> gone =
        state.changes().stream().filter(change -> change.value() == null).toList();
    if (!values.isEmpty()) {
      em.unwrap(Session.class).doWork(sql -> set(sql, fence, values));
    }
    if (!gone.isEmpty()) {
      GatheredWrites.ofAnyCount(
          em, () -> em.unwrap(Session.class).doWork(sql -> remove(sql, fence, gone)));
    }
    if (state.forgetsRun()) {
      GatheredWrites.ofAnyCount(
          em, () -> forget(em, fence.threadId().key(), fence.runId().value()));
    }
  }

  /** Deletes the run's own values. */
  public void forget(EntityManager em, String threadId, String runId) {
    Sql.update(em, FORGET, "thread", threadId, "run", runId);
  }

  private void set(Connection connection, Fence fence, List<StateChange> changes)
      throws SQLException {
    try (PreparedStatement upsert = connection.prepareStatement(set)) {
      for (StateChange change : changes) {
        address(upsert, fence, change);
        upsert.setString(4, StoredJson.writeTree(change.value()));
        upsert.addBatch();
      }
      upsert.executeBatch();
    }
  }

  private static void remove(Connection connection, Fence fence, List<StateChange> changes)
      throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(REMOVE)) {
      for (StateChange change : changes) {
        address(delete, fence, change);
        delete.addBatch();
      }
      delete.executeBatch();
    }
  }

  private static void address(PreparedStatement statement, Fence fence, StateChange change)
      throws SQLException {
    boolean ofRun = change.scope() == KeyScope.RUN;
    statement.setString(1, fence.threadId().key());
    statement.setString(2, ofRun ? fence.runId().value() : OF_THREAD);
    statement.setString(3, change.key());
  }
}
