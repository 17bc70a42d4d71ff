package io.awaken.store.jpa.statement;

import io.awaken.core.decision.ThreadView;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.Tail;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredJson;
import io.awaken.store.jpa.rows.ThreadRow;
import jakarta.persistence.EntityManager;
import java.util.Set;

/**
 * A thread as read by a submission, with the database's clock: one statement, whether the thread
 * exists or not, and a second one for a thread of an older version. It reads by primary keys and a
 * short list only, so that PostgreSQL's estimate of a prepared plan does not depend on statistics:
 * with a wrong one it plans each execution anew, which takes six times as long as the execution.
 *
 * @param now epoch milliseconds
 * @param tenant null without a thread
 * @param owner null without a thread
 * @param sharing as {@link Sharing#text}; null without a thread
 * @param slotToken claim of the slot, or null
 * @param openRun the id of the open run, or null
 * @param openFor the subject that run acts for, or null
 * @param openRoles the roles of that run as JSON, or null
 * @param latestRun the key of the last submitted run, or null
 * @param epoch 0 without a thread
 * @param messageCount 0 without a thread
 * @param messageBytes 0 without a thread
 * @param generation 0 without a thread
 * @param parent key of the parent thread, or null
 * @param queued number of its queued jobs
 * @param due whether one of them is due; the others do not block new runs
 * @param tail its messages after the superseded ones
 */
public record SeenThread(
    long now,
    String tenant,
    String owner,
    String sharing,
    String slotToken,
    String openRun,
    String openFor,
    String openRoles,
    Long latestRun,
    long epoch,
    long messageCount,
    long messageBytes,
    String commitId,
    long generation,
    String parent,
    long queued,
    boolean due,
    Tail tail) {

  public static SeenThread read(EntityManager em, String clock, ThreadId threadId) {
    Object[] row =
        Sql.row(
            em,
            "SELECT "
                + clock
                + ", t.tenant, t.owner, t.sharing, t.slot_token, o.run_id, o.subject AS"
                + " open_for, CAST(o.roles AS VARCHAR) AS open_roles, t.latest_run,"
                + " t.epoch, t.message_count, t.message_bytes, t.commit_id, t.generation,"
                + " t.parent_thread_id, q.waiting, q.next_at, t.tail_after, t.tail_earlier"
                + " FROM (VALUES (1)) AS one(x) LEFT JOIN awaken_thread t ON t.thread_key ="
                + " :thread LEFT JOIN awaken_run o ON o.thread_key = t.thread_key AND"
                + " o.run_key = t.open_run LEFT JOIN (SELECT COUNT(*) AS waiting,"
                + " MIN(w.available_at) AS next_at FROM awaken_queue w WHERE w.thread_key ="
                + " :thread) q ON 1 = 1",
            "thread",
            Keys.thread(threadId));
    long now = number(row[0]);
    return new SeenThread(
        now,
        (String) row[1],
        (String) row[2],
        (String) row[3],
        (String) row[4],
        (String) row[5],
        (String) row[6],
        (String) row[7],
        row[8] == null ? null : number(row[8]),
        number(row[9]),
        number(row[10]),
        row[1] != null && row[11] == null
            ? ThreadLock.countedSize(em, Keys.thread(threadId))
            : number(row[11]),
        (String) row[12],
        number(row[13]),
        (String) row[14],
        number(row[15]),
        row[16] != null && number(row[16]) <= now,
        new Tail(number(row[17]), number(row[18])));
  }

  public boolean exists() {
    return tenant != null;
  }

  /** Returns whether it is deleted but not completely removed. */
  public boolean deleted() {
    return ThreadRemoval.NO_TENANT.equals(tenant);
  }

  /** Returns who may use it. */
  public ThreadAccess access() {
    return new ThreadAccess(tenant, owner, new Sharing(sharing));
  }

  /** Returns the view for the admission rules. */
  public ThreadView view() {
    return exists()
        ? new ThreadView(
            access(),
            slotToken != null,
            openRunId(),
            openCaller(),
            queued,
            due,
            messageCount,
            messageBytes)
        : ThreadView.ABSENT;
  }

  /** Unreadable roles count as none: then only the run's subject may send it messages. */
  private Caller openCaller() {
    if (openFor == null) {
      return null;
    }
    try {
      return new Caller(tenant, openFor, StoredJson.readRoles(openRoles));
    } catch (IllegalStateException e) {
      return new Caller(tenant, openFor, Set.of());
    }
  }

  /** Returns whether the thread has an open run that the caller may access. */
  public boolean openTo(Caller caller) {
    return openRun != null && caller.sees(tenant, openFor);
  }

  /** Returns the key of the last submitted run; 0 for none. */
  public long latest() {
    return latestRun == null ? Keys.NO_RUN : latestRun;
  }

  public RunId openRunId() {
    return ThreadRow.run(openRun);
  }

  private static long number(Object value) {
    return value == null ? 0 : Sql.number(value);
  }
}
