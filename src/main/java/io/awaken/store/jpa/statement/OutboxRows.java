package io.awaken.store.jpa.statement;

import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.store.outbox.OutboxStore.FailedEntry;
import io.awaken.core.store.outbox.OutboxStore.Receivers;
import io.awaken.core.store.thread.ThreadStore.Page;
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
import java.util.Set;
import org.hibernate.Session;

/** The outbox: one batch each for inserts and deletes, none when there are none. */
public final class OutboxRows {
  private static final String REMOVE =
      "DELETE FROM awaken_outbox WHERE thread_key = ? AND entry_id = ?";

  /** Excludes entries that an owner of the thread still delivers. */
  private static final String UNOWNED =
      " AND NOT EXISTS (SELECT 1 FROM awaken_thread t WHERE t.thread_key = o.thread_key"
          + " AND t.slot_token = o.claim_token)";

  private static final String OUTSIDE = "o.kind IN ('notice', 'reminder', 'push')";

  /** When entries are due that were given up. */
  private static final long NEVER = Long.MAX_VALUE;

  /** Excludes messages behind another one of their run for the same receiver. */
  private static final String FIRST =
      " AND NOT EXISTS (SELECT 1 FROM awaken_outbox e WHERE o.kind <> 'reminder'"
          + " AND e.thread_key = o.thread_key AND e.run_id = o.run_id AND e.kind = o.kind"
          + " AND e.effect_key = o.effect_key AND e.place < o.place AND e.due_at < "
          + NEVER
          + ")";

  /** As {@link OutboxEntry#receiver}. */
  private static final String RECEIVER =
      " AND CASE o.kind WHEN 'push' THEN substring(o.effect_key, 1, 36) ELSE o.effect_key END";

  private static final String FAILED =
      " FROM awaken_outbox o JOIN awaken_thread t ON t.thread_key = o.thread_key"
          + " WHERE t.tenant = ? AND o.failure IS NOT NULL";

  private static final String FAILED_PAGE =
      "SELECT o.thread_id, o.run_id, o.entry_id, o.kind, o.effect_key, o.payload, o.attempt,"
          + " o.due_at, o.failure, o.created_at, o.place"
          + FAILED
          + " AND o.place > ? ORDER BY o.place LIMIT ? OFFSET ?";

  private final String insert;
  private final String due;
  private final String order;
  private final String take;
  private final String postpone;
  private final String giveBack;
  private final String giveUp;
  private final String redrive;
  private final String purge;
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
            + " AND ";
    order = " ORDER BY o.place LIMIT ?" + product.skipLocked("o");
    take =
        "UPDATE awaken_outbox SET attempt = attempt + 1, due_at = "
            + clock
            + " + ? WHERE thread_key = ? AND entry_id = ? AND due_at = ?";
    String again = clock + " + :wait";
    postpone =
        "UPDATE awaken_outbox SET due_at = "
            + again
            + ", failure = CASE WHEN entry_id = :entry THEN :failure ELSE failure END"
            + " WHERE thread_key = :thread AND run_id = :run AND kind = :kind"
            + " AND effect_key = :receiver AND due_at < "
            + NEVER
            + " AND (entry_id = :entry OR due_at < "
            + again
            + ")";
    String asTaken = " WHERE thread_key = :thread AND entry_id = :entry AND attempt = :attempt";
    giveBack = "UPDATE awaken_outbox SET due_at = " + again + asTaken;
    giveUp = "UPDATE awaken_outbox SET due_at = " + NEVER + ", failure = :failure" + asTaken;
    redrive =
        "UPDATE awaken_outbox SET attempt = 0, due_at = "
            + clock
            + " WHERE thread_key = :thread AND entry_id = :entry AND failure IS NOT NULL";
    purge =
        product.deleteSome(
            "awaken_outbox",
            "due_at = " + NEVER + " AND created_at < " + clock + " - :keep",
            ":limit");
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
    insert(em, rows, fence.token().value());
  }

  /** Writes the endings of runs without an owner, to be delivered by the outbox duty. */
  public void end(EntityManager em, ThreadId thread, List<RunId> runs) {
    List<Row> rows = runs.stream().map(run -> new Row(thread, run, OutboxEntry.end(run))).toList();
    insert(em, rows, null);
  }

  /** Writes entries of a run; effects among them are delivered by the caller. */
  public void write(EntityManager em, ThreadId thread, RunId run, List<OutboxEntry> effects) {
    insert(em, rows(thread, run, effects), null);
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

  /**
   * @param token claim of the delivering owner; null for none
   */
  private void insert(EntityManager em, List<Row> rows, String token) {
    // For plugins: until they are due for other nodes, unless the owner still has the thread.
    long owners = lease + OutboxStore.EACH.toMillis() * rows.size();
    Sql.batch(
        em,
        insert,
        rows,
        row -> {
          OutboxEntry entry = row.entry();
          boolean unowned = entry.kind() == OutboxEntry.Kind.END || entry.kind().outside();
          return Sql.values(
              Keys.thread(row.thread()),
              row.thread().key(),
              entry.id(),
              row.run().value(),
              entry.kind().wire(),
              entry.key(),
              StoredJson.writeTree(entry.payload()),
              unowned ? null : token,
              unowned ? 0 : 1,
              unowned ? entry.delay() : owners);
        });
  }

  /** Reserves due entries; the update of each row decides. */
  public List<DueEntry> take(
      EntityManager em, Receivers receivers, Set<String> busy, int limit, Duration hold) {
    String of = receivers == Receivers.PLUGINS ? "NOT " + OUTSIDE : OUTSIDE + FIRST;
    String others =
        busy.isEmpty() ? "" : RECEIVER + " NOT IN (" + "?, ".repeat(busy.size() - 1) + "?)";
    return em.unwrap(Session.class)
        .doReturningWork(sql -> take(sql, due + of + others + order, busy, limit, hold.toMillis()));
  }

  private List<DueEntry> take(
      Connection connection, String query, Set<String> busy, int limit, long hold)
      throws SQLException {
    var taken = new ArrayList<DueEntry>();
    try (PreparedStatement look = connection.prepareStatement(query);
        PreparedStatement update = connection.prepareStatement(take)) {
      int place = 1;
      for (String key : busy) {
        look.setString(place++, key);
      }
      look.setInt(place, limit);
      try (ResultSet rows = look.executeQuery()) {
        while (rows.next()) {
          update.setLong(1, hold);
          update.setObject(2, rows.getObject("thread_key"));
          update.setString(3, rows.getString("entry_id"));
          update.setLong(4, rows.getLong("due_at"));
          if (update.executeUpdate() == 1) {
            taken.add(entry(rows, rows.getInt("attempt") + 1));
          }
        }
      }
    }
    return taken;
  }

  private static DueEntry entry(ResultSet row, int attempt) throws SQLException {
    var stored =
        new OutboxEntry(
            row.getString("entry_id"),
            OutboxEntry.Kind.of(row.getString("kind")),
            row.getString("effect_key"),
            StoredJson.readTree(row.getString("payload")),
            0);
    return new DueEntry(
        ThreadId.ofKey(row.getString("thread_id")),
        new RunId(row.getString("run_id")),
        stored,
        attempt);
  }

  /** Makes an entry and those behind it due later. */
  public void postpone(EntityManager em, DueEntry entry, Duration wait, String failure) {
    Sql.update(
        em,
        postpone,
        "thread",
        Keys.thread(entry.threadId()),
        "entry",
        entry.entry().id(),
        "run",
        entry.runId().value(),
        "kind",
        entry.entry().kind().wire(),
        "receiver",
        entry.entry().key(),
        "wait",
        wait.toMillis(),
        "failure",
        failure);
  }

  public void giveBack(EntityManager em, DueEntry entry, Duration wait) {
    Sql.update(
        em,
        giveBack,
        "thread",
        Keys.thread(entry.threadId()),
        "entry",
        entry.entry().id(),
        "attempt",
        entry.attempt(),
        "wait",
        wait.toMillis());
  }

  public void giveUp(EntityManager em, DueEntry entry, String failure) {
    Sql.update(
        em,
        giveUp,
        "thread",
        Keys.thread(entry.threadId()),
        "entry",
        entry.entry().id(),
        "attempt",
        entry.attempt(),
        "failure",
        failure);
  }

  /** Makes a failed entry due; returns false when there is none. */
  public boolean redrive(EntityManager em, ThreadId thread, String id) {
    return Sql.updated(em, redrive, "thread", Keys.thread(thread), "entry", id);
  }

  /** Deletes old entries that were given up. */
  public int purge(EntityManager em, Duration keep, int limit) {
    return Sql.update(em, purge, "keep", keep.toMillis(), "limit", limit);
  }

  /** Reads a page of a tenant's failed entries, and counts them all. */
  public Page<FailedEntry> failed(
      EntityManager em, String tenant, long after, int skip, int limit) {
    return em.unwrap(Session.class)
        .doReturningWork(
            connection -> {
              var found = new ArrayList<FailedEntry>();
              try (PreparedStatement look = connection.prepareStatement(FAILED_PAGE)) {
                look.setString(1, tenant);
                look.setLong(2, after);
                look.setInt(3, limit);
                look.setInt(4, skip);
                try (ResultSet row = look.executeQuery()) {
                  while (row.next()) {
                    found.add(failed(row));
                  }
                }
              }
              return new Page<>(found, failed(connection, tenant));
            });
  }

  private static long failed(Connection connection, String tenant) throws SQLException {
    try (PreparedStatement count = connection.prepareStatement("SELECT COUNT(*)" + FAILED)) {
      count.setString(1, tenant);
      try (ResultSet row = count.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private static FailedEntry failed(ResultSet row) throws SQLException {
    return new FailedEntry(
        entry(row, row.getInt("attempt")),
        row.getString("failure"),
        row.getLong("due_at") == NEVER,
        row.getLong("created_at"),
        row.getLong("place"));
  }
}
