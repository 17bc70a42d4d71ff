package io.awaken.store.jpa.statement;

import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Keys;
import io.awaken.store.database.batch.GatheredWrites;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredJson;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;

/** The outbox: one batch each for inserts and deletes, none when there are none. */
public final class OutboxRows {
  private static final String REMOVE =
      "DELETE FROM awaken_outbox WHERE thread_key = ? AND entry_id = ?";

  /** Excludes entries that an owner of the thread still delivers. */
  private static final String UNOWNED =
      " AND NOT EXISTS (SELECT 1 FROM awaken_thread t WHERE t.thread_key = o.thread_key"
          + " AND t.slot_token = o.claim_token)";

  private final String insert;
  private final String due;
  private final String take;
  private final String waiting;
  private final long lease;

  OutboxRows(DatabaseProduct product, Duration lease) {
    String clock = product.clockMillis();
    this.lease = lease.toMillis();
    insert =
        "INSERT INTO awaken_outbox (thread_key, thread_id, entry_id, run_id, kind, effect_key,"
            + " payload, claim_token, attempt, due_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, "
            + clock
            + " + ?)";
    String isDue = " FROM awaken_outbox o WHERE o.due_at <= (SELECT " + clock + ")" + UNOWNED;
    waiting = "EXISTS (SELECT 1" + isDue + ")";
    due =
        "SELECT o.thread_key, o.thread_id, o.entry_id, o.run_id, o.kind, o.effect_key, o.payload,"
            + " o.attempt, o.due_at"
            + isDue
            + " ORDER BY o.place LIMIT ?"
            + product.skipLocked("o");
    take =
        "UPDATE awaken_outbox SET attempt = attempt + 1, due_at = "
            + clock
            + " + ? WHERE thread_key = ? AND entry_id = ? AND due_at = ?";
  }

  /** Returns an SQL condition: whether entries are due. */
  public String waiting() {
    return waiting;
  }

  /** Writes entries that the owner of the thread delivers. */
  public void write(EntityManager em, Fence fence, OutboxChanges changes) {
    // The outbox duty may have removed them already.
    GatheredWrites.ofAnyCount(em, () -> remove(em, fence.threadId(), changes.delivered()));
    List<Row> rows = rows(fence.threadId(), fence.runId(), changes.written());
    insert(em, rows, fence.token().value(), wait(changes.written()));
  }

  /** Writes the endings of runs without an owner, to be delivered by the outbox duty. */
  public void end(EntityManager em, ThreadId thread, List<RunId> runs) {
    List<Row> rows = runs.stream().map(run -> new Row(thread, run, OutboxEntry.end(run))).toList();
    insert(em, rows, null, 0);
  }

  /** Writes effects that the caller delivers after notifying a run's plugins of its end. */
  public void write(EntityManager em, ThreadId thread, RunId run, List<OutboxEntry> effects) {
    insert(em, rows(thread, run, effects), null, wait(effects));
  }

  /** Removes an entry; returns false when it is gone. */
  public boolean removed(EntityManager em, ThreadId thread, String id) {
    return Sql.update(
            em,
            "DELETE FROM awaken_outbox WHERE thread_key = :thread AND entry_id = :entry",
            "thread",
            Keys.thread(thread),
            "entry",
            id)
        > 0;
  }

  public void remove(EntityManager em, ThreadId thread, List<String> ids) {
    Sql.batch(em, REMOVE, ids, id -> Sql.values(Keys.thread(thread), id));
  }

  private record Row(ThreadId thread, RunId run, OutboxEntry entry) {}

  private static List<Row> rows(ThreadId thread, RunId run, List<OutboxEntry> entries) {
    return entries.stream().map(entry -> new Row(thread, run, entry)).toList();
  }

  /** Returns the writer's delivery time in milliseconds. */
  private long wait(List<OutboxEntry> entries) {
    return lease + OutboxStore.EACH.toMillis() * entries.size();
  }

  /**
   * @param token claim of the delivering owner; null for none
   * @param wait milliseconds until they are due for other nodes, unless the owner still has the
   *     thread
   */
  private void insert(EntityManager em, List<Row> rows, String token, long wait) {
    Sql.batch(
        em,
        insert,
        rows,
        row ->
            Sql.values(
                Keys.thread(row.thread()),
                row.thread().key(),
                row.entry().id(),
                row.run().value(),
                row.entry().kind().wire(),
                row.entry().key(),
                StoredJson.writeTree(row.entry().payload()),
                token,
                row.entry().kind() == OutboxEntry.Kind.END ? 0 : 1,
                wait));
  }

  /** Reserves due entries; the update of each row decides. */
  public List<DueEntry> take(EntityManager em, int limit, Duration hold) {
    return em.unwrap(Session.class).doReturningWork(sql -> take(sql, limit, hold.toMillis()));
  }

  private List<DueEntry> take(Connection connection, int limit, long hold) throws SQLException {
    var taken = new ArrayList<DueEntry>();
    try (PreparedStatement look = connection.prepareStatement(due);
        PreparedStatement update = connection.prepareStatement(take)) {
      look.setInt(1, limit);
      try (ResultSet rows = look.executeQuery()) {
        while (rows.next()) {
          update.setLong(1, hold);
          update.setObject(2, rows.getObject("thread_key"));
          update.setString(3, rows.getString("entry_id"));
          update.setLong(4, rows.getLong("due_at"));
          if (update.executeUpdate() == 1) {
            taken.add(entry(rows));
          }
        }
      }
    }
    return taken;
  }

  private static DueEntry entry(ResultSet row) throws SQLException {
    var entry =
        new OutboxEntry(
            row.getString("entry_id"),
            OutboxEntry.Kind.of(row.getString("kind")),
            row.getString("effect_key"),
            StoredJson.readTree(row.getString("payload")));
    return new DueEntry(
        ThreadId.ofKey(row.getString("thread_id")),
        new RunId(row.getString("run_id")),
        entry,
        row.getInt("attempt") + 1);
  }
}
