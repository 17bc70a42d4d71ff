package io.awaken.store.jpa.statement;

import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.Fence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.thread.Tail;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.ThreadRow;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.UUID;

/**
 * The thread row as lock and fence: the first statement of every transaction that writes rows of a
 * thread. Each method returns whether its precondition held; later statements of the transaction
 * then have exclusive access to the thread.
 */
public final class ThreadLock {
  private static final String COUNTED =
      "(SELECT SUM(OCTET_LENGTH(c.body)) FROM awaken_message c WHERE c.thread_key = ";

  /** The size for the thread row {@code t} of a statement. */
  public static final String SIZE = "COALESCE(t.message_bytes, " + COUNTED + "t.thread_key), 0)";

  private final String take;
  private final String takeUnheld;
  private final String holdUnheld;
  private final String enqueue;
  private final String enqueueIfFree;
  private final String commit;
  private final String finish;
  private final String park;
  private final String releaseSlot;
  private final String detach;
  private final String reach;
  private final String raise;

  ThreadLock(DatabaseProduct product) {
    String clock = product.clockMillis();
    String change = "UPDATE awaken_thread SET updated_at = " + clock;
    String owned =
        " WHERE thread_key = :thread AND slot_job = :job AND slot_token = :token AND epoch ="
            + " :epoch";
    String atCount =
        owned
            + " AND open_run = :run AND message_count = :count"
            + " AND commit_id IS NOT DISTINCT FROM CAST(:known AS VARCHAR)";
    // Incremental, since an upload may have grown the thread after the fence was created.
    String grown =
        ", message_count = message_count + :appended,"
            + " message_bytes = COALESCE(message_bytes + :more, :bytes)";
    String written = grown + ", commit_id = :commit";
    take =
        change
            + ", slot_job = :job, slot_token = :token, epoch = epoch + 1, open_run = :run,"
            + " latest_run = :latest"
            + grown
            + " WHERE thread_key = :thread AND slot_job IS NULL"
            + " AND (open_run IS NULL OR open_run = :run)"
            + " AND epoch = :epoch AND message_count = :count AND COALESCE(latest_run, 0) = :seen";
    String unheld = product.skipLocked("awaken_thread");
    holdUnheld =
        unheld.isEmpty() ? null : "SELECT 1 FROM awaken_thread WHERE thread_key = :thread" + unheld;
    takeUnheld =
        unheld.isEmpty()
            ? take
            : take.replace(
                "WHERE thread_key = :thread",
                "WHERE thread_key = (SELECT thread_key FROM awaken_thread"
                    + " WHERE thread_key = :thread"
                    + unheld
                    + ")");
    enqueue = change + ", latest_run = :run WHERE thread_key = :thread AND tenant = :tenant";
    enqueueIfFree =
        change
            + ", latest_run = :run WHERE thread_key = :thread AND slot_job IS NULL"
            + " AND open_run IS NULL AND epoch = :epoch AND COALESCE(latest_run, 0) = :seen";
    commit = change + written + atCount;
    String freed = ", slot_job = NULL, slot_token = NULL";
    park = change + written + freed + atCount;
    finish = change + written + freed + ", open_run = NULL" + atCount;
    releaseSlot =
        change + freed + " WHERE thread_key = :thread AND slot_job = :job AND slot_token = :token";
    detach =
        change
            + ", epoch = CASE WHEN slot_job IS NULL THEN epoch + 1 ELSE epoch END, open_run = CASE"
            + " WHEN open_run = :run THEN NULL ELSE open_run END WHERE thread_key = :thread";
    reach = change + " WHERE thread_key = :thread AND open_run = :run";
    raise =
        change
            + ", generation = generation + 1 WHERE thread_key = :thread AND generation ="
            + " :generation";
  }

  /**
   * Assigns a free thread to a job. The thread must be unchanged since it was read, since the fence
   * starts from its numbers.
   *
   * @param latestRun the thread's new latest run
   * @param appended input messages that the same transaction inserts
   */
  public boolean take(EntityManager em, Fence next, SeenThread seen, Long latestRun, int appended) {
    return take(em, take, next, seen, latestRun, appended);
  }

  /** Like {@link #take}, but returns false instead of waiting for a locked row. */
  public boolean takeUnheld(
      EntityManager em, Fence next, SeenThread seen, Long latest, int appended) {
    return take(em, takeUnheld, next, seen, latest, appended);
  }

  private static boolean take(
      EntityManager em, String sql, Fence next, SeenThread seen, Long latestRun, int appended) {
    return Sql.direct(em, sql)
        .set("job", next.jobId().value())
        .set("token", next.token().value())
        .set("run", Keys.run(next.runId()))
        .set("latest", latestRun)
        .set("appended", (long) appended)
        .set("more", next.messageBytes() - seen.messageBytes())
        .set("bytes", next.messageBytes())
        .set("thread", Keys.thread(next.threadId()))
        .set("epoch", seen.epoch())
        .set("count", seen.messageCount())
        .set("seen", seen.latest())
        .updated();
  }

  /** Records a queued run behind the open one. */
  public boolean enqueue(EntityManager em, UUID threadKey, String tenant, long runKey) {
    return Sql.direct(em, enqueue)
        .set("run", runKey)
        .set("thread", threadKey)
        .set("tenant", tenant)
        .updated();
  }

  /** Records a queued run on a free thread, unless another run was accepted since it was read. */
  public boolean enqueueIfFree(EntityManager em, UUID threadKey, SeenThread seen, long runKey) {
    return Sql.direct(em, enqueueIfFree)
        .set("run", runKey)
        .set("thread", threadKey)
        .set("epoch", seen.epoch())
        .set("seen", seen.latest())
        .updated();
  }

  /** Locks the thread for the owner's commit. */
  public boolean commit(EntityManager em, Fence fence, StepCommit step) {
    return fenced(em, commit, fence, step);
  }

  /** Locks the thread for the owner's last commit and frees it. */
  public boolean finish(EntityManager em, Fence fence, StepCommit step) {
    return fenced(em, finish, fence, step);
  }

  /** Locks the thread for a commit that suspends the run: frees the slot; the run stays open. */
  public boolean park(EntityManager em, Fence fence, StepCommit step) {
    return fenced(em, park, fence, step);
  }

  /** Releases the slot of a claim; the run stays open. */
  public boolean releaseSlot(EntityManager em, UUID threadKey, String jobId, String token) {
    return Sql.direct(em, releaseSlot)
        .set("thread", threadKey)
        .set("job", jobId)
        .set("token", token)
        .updated();
  }

  /**
   * Removes a run that no node executes from its thread and raises the epoch for its ending. While
   * another run executes, the epoch stays: that run's fence must hold, and a queued run never had
   * an owner whose events must be superseded.
   */
  public boolean detach(EntityManager em, UUID threadKey, long runKey) {
    return Sql.direct(em, detach).set("run", runKey).set("thread", threadKey).updated();
  }

  /**
   * Locks the row if this run is open.
   *
   * @param executing whether the run may be executing
   */
  public boolean reach(EntityManager em, UUID threadKey, long runKey, boolean executing) {
    return Sql.direct(em, executing ? reach : reach + " AND slot_job IS NULL")
        .set("thread", threadKey)
        .set("run", runKey)
        .updated();
  }

  /** Raises the generation, unless it has changed since it was read. */
  public boolean raise(EntityManager em, UUID threadKey, long generation) {
    return Sql.direct(em, raise).set("thread", threadKey).set("generation", generation).updated();
  }

  /** Sets the latest run, after another update of the row. */
  public void latest(EntityManager em, UUID threadKey, long runKey) {
    Sql.update(
        em,
        "UPDATE awaken_thread SET latest_run = :run WHERE thread_key = :thread",
        "run",
        runKey,
        "thread",
        threadKey);
  }

  /** Counts messages appended without an owner, after another update of the row. */
  void appended(EntityManager em, UUID threadKey, List<Message> messages) {
    em.createNativeQuery(
            "UPDATE awaken_thread SET message_count = message_count + :appended,"
                + " message_bytes = message_bytes + :bytes WHERE thread_key = :thread")
        .setParameter("appended", (long) messages.size())
        .setParameter("bytes", MessageBytes.of(messages))
        .setParameter("thread", threadKey)
        .executeUpdate();
  }

  /** Stores the end of the superseded messages, after another update of the row. */
  void cut(EntityManager em, UUID threadKey, Tail tail) {
    em.createNativeQuery(
            "UPDATE awaken_thread SET tail_after = :after, tail_earlier = :earlier"
                + " WHERE thread_key = :thread")
        .setParameter("after", tail.after())
        .setParameter("earlier", tail.earlier())
        .setParameter("thread", threadKey)
        .executeUpdate();
  }

  /** Adds the bytes of an upload, after another update of the row. */
  public void grown(EntityManager em, UUID threadKey, long bytes) {
    Sql.update(
        em,
        "UPDATE awaken_thread SET message_bytes = :bytes WHERE thread_key = :thread",
        "bytes",
        bytes,
        "thread",
        threadKey);
  }

  /** Locks the row for a precondition that is read under the lock. */
  public void hold(EntityManager em, UUID threadKey) {
    Sql.update(
        em,
        "UPDATE awaken_thread SET generation = generation WHERE thread_key = :thread",
        "thread",
        threadKey);
  }

  /** Like {@link #hold}, but returns false instead of waiting for a locked row. */
  public boolean holdUnheld(EntityManager em, UUID threadKey) {
    if (holdUnheld == null) {
      hold(em, threadKey);
      return true;
    }
    return Sql.exists(em, holdUnheld, "thread", threadKey);
  }

  private static boolean fenced(EntityManager em, String sql, Fence fence, StepCommit step) {
    return Sql.direct(em, sql)
        .set("appended", (long) step.messages().size())
        .set("more", step.messageBytes())
        .set("bytes", fence.messageBytes() + step.messageBytes())
        .set("commit", step.commitId())
        .set("thread", Keys.thread(fence.threadId()))
        .set("job", fence.jobId().value())
        .set("token", fence.token().value())
        .set("epoch", fence.epoch())
        .set("run", Keys.run(fence.runId()))
        .set("count", fence.messageCount())
        .set("known", fence.commitId())
        .updated();
  }

  public static long size(EntityManager em, ThreadRow thread) {
    return thread.messageBytes == null ? countedSize(em, thread.threadKey) : thread.messageBytes;
  }

  /** Adds up the messages of a thread that lacks the sum. */
  static long countedSize(EntityManager em, UUID threadKey) {
    return ((Number)
            em.createNativeQuery("SELECT COALESCE(" + COUNTED + ":thread), 0)")
                .setParameter("thread", threadKey)
                .getSingleResult())
        .longValue();
  }
}
