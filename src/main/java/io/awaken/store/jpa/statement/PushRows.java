package io.awaken.store.jpa.statement;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OpenQuestions;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredJson;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;

/** Who wants to hear of runs, and the entries that tell them, behind {@link ThreadLock}. */
public final class PushRows {
  /** Excludes runs that somebody wants to hear of. */
  static final String UNHEARD = " AND pushed IS NULL";

  private static final String RUN = " WHERE thread_key = :thread AND run_key = :run";
  private static final String TARGET = RUN + " AND target_key = :target";
  private static final String BODIES =
      "SELECT body FROM awaken_push" + RUN + " ORDER BY target_key";
  private static final String STATUS = "SELECT r.status FROM awaken_run r" + RUN;
  private static final String REPLACE = "UPDATE awaken_push SET body = :body" + TARGET;
  private static final String INSERT =
      "INSERT INTO awaken_push (thread_key, run_key, target_key, body)"
          + " VALUES (:thread, :run, :target, :body)";
  private static final String MARK = "UPDATE awaken_run SET pushed = TRUE" + RUN;
  private static final String REMOVE = "DELETE FROM awaken_push" + TARGET;
  private static final String SILENCE =
      "DELETE FROM awaken_outbox WHERE thread_key = :thread AND run_id = :run AND kind = 'push'"
          + " AND effect_key = :target";

  private final OutboxRows outbox;

  PushRows(OutboxRows outbox) {
    this.outbox = outbox;
  }

  /** Adds or replaces a target; returns false when there is no room, or no run. */
  public boolean put(
      EntityManager em, ThreadId thread, RunId run, PushTarget target, OpenQuestions asked) {
    String body = StoredJson.writeTarget(target);
    if (Sql.updated(em, REPLACE, of(thread, run, "target", target.key(), "body", body))) {
      return true;
    }
    RunStatus status = Sql.text(em, STATUS, of(thread, run)).map(RunRow::status).orElse(null);
    if (status == null || all(em, thread, run).size() >= PushTarget.MOST) {
      return false;
    }
    Sql.update(em, INSERT, of(thread, run, "target", target.key(), "body", body));
    Sql.update(em, MARK, of(thread, run));
    if (status == RunStatus.WAITING || status == RunStatus.DONE) {
      outbox.write(em, thread, run, List.of(OutboxEntry.late(run, status, target, asked)));
    }
    return true;
  }

  public List<PushTarget> all(EntityManager em, ThreadId thread, RunId run) {
    return Sql.texts(em, BODIES, of(thread, run)).stream().map(StoredJson::readTarget).toList();
  }

  /** Removes a target with its entries; returns false when there is none. */
  public boolean remove(EntityManager em, ThreadId thread, RunId run, String key) {
    Sql.update(em, SILENCE, "thread", Keys.thread(thread), "run", run.value(), "target", key);
    return Sql.updated(em, REMOVE, of(thread, run, "target", key));
  }

  /**
   * Writes an entry for each target of a run.
   *
   * @param id of the commit or the ending that it reports
   * @param told null for the state as it is stored
   * @return whether there is one
   */
  public boolean tell(EntityManager em, ThreadId thread, RunId run, String id, JsonNode told) {
    List<OutboxEntry> entries = OutboxEntry.pushes(id, all(em, thread, run), told);
    outbox.write(em, thread, run, entries);
    return !entries.isEmpty();
  }

  private static Object[] of(ThreadId thread, RunId run, Object... more) {
    var all = new ArrayList<Object>(List.of("thread", Keys.thread(thread), "run", Keys.run(run)));
    all.addAll(List.of(more));
    return all.toArray();
  }
}
