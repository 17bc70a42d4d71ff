package io.awaken.store.jpa.rows;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.thread.Stretch;
import io.awaken.core.store.thread.Tail;
import io.awaken.store.database.Keys;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.Map;
import java.util.UUID;

/** A thread; all changes are conditional updates. */
@Entity
@Table(name = "awaken_thread")
public class ThreadRow {

  /** The columns that decide who may use a thread, in JPQL and SQL. */
  public static final String ACCESS = "t.tenant, t.owner, t.sharing";

  @Id
  @Column(name = "thread_key")
  public UUID threadKey;

  @Column(name = "thread_id")
  public String threadId;

  @Column(name = "tenant")
  public String tenant;

  @Column(name = "owner")
  public String owner;

  /** As {@link Sharing#text}. */
  @Column(name = "sharing")
  public String sharing;

  @Column(name = "title")
  public String title;

  @Column(name = "resource_id")
  public String resourceId;

  @Column(name = "parent_thread_id")
  public String parentThreadId;

  @Column(name = "custom")
  public String custom;

  @Column(name = "slot_job")
  public String slotJob;

  @Column(name = "slot_token")
  public String slotToken;

  @Column(name = "epoch")
  public long epoch;

  /** The key of its open run; null for none. */
  @Column(name = "open_run")
  public Long openRun;

  /** The key of its latest run; null for none. */
  @Column(name = "latest_run")
  public Long latestRun;

  @Column(name = "message_count")
  public long messageCount;

  /** Null until counted. */
  @Column(name = "message_bytes")
  public Long messageBytes;

  @Column(name = "commit_id")
  public String commitId;

  @Column(name = "tail_after")
  long tailAfter;

  @Column(name = "tail_earlier")
  long tailEarlier;

  @Column(name = "created_at")
  long createdAt;

  @Column(name = "updated_at")
  long updatedAt;

  protected ThreadRow() {}

  /**
   * @throws IllegalArgumentException for the id of another tenant's thread
   */
  public ThreadRow(ThreadId id, Caller owner, Sharing sharing, long now) {
    String tenant = owner.tenant();
    if (!id.tenant().equals(tenant)) {
      throw new IllegalArgumentException(
          "thread " + id + " belongs to tenant " + id.tenant() + ", not to " + tenant);
    }
    this.threadId = id.key();
    this.threadKey = Keys.thread(id);
    this.tenant = tenant;
    this.owner = owner.subject();
    this.sharing = sharing.text();
    this.messageBytes = 0L;
    this.createdAt = now;
    this.updatedAt = now;
  }

  /** The new thread of a run; that of a delegate is below the thread of its caller. */
  public ThreadRow(Submission submission, long now) {
    this(submission.threadId(), submission.caller(), submission.sharing(), now);
    title = submission.title();
    ParentCall call = submission.spec().parent();
    parentThreadId = call == null ? null : call.thread();
  }

  /**
   * Returns the thread with values of its runs.
   *
   * @param open the id of its open run, or null
   * @param latest the id of its latest run, or null
   * @param latestRunUpdatedAt epoch milliseconds, or null
   */
  public ThreadRecord toRecord(
      Map<String, Object> metadata, String open, String latest, Long latestRunUpdatedAt) {
    return new ThreadRecord(
        ThreadId.ofKey(threadId),
        tenant,
        owner,
        new Sharing(sharing),
        title,
        resourceId,
        parent(),
        metadata,
        slotJob == null ? null : run(open),
        run(open),
        run(latest),
        latestRunUpdatedAt,
        messageCount,
        epoch,
        createdAt,
        updatedAt);
  }

  /** Returns who may use it. */
  public ThreadAccess access() {
    return new ThreadAccess(tenant, owner, new Sharing(sharing));
  }

  /**
   * Returns who may use a thread, from a row of a query.
   *
   * @param first the place of {@link #ACCESS}
   */
  public static ThreadAccess access(Object[] row, int first) {
    return new ThreadAccess(
        (String) row[first], (String) row[first + 1], new Sharing((String) row[first + 2]));
  }

  public Tail tail() {
    return new Tail(tailAfter, tailEarlier);
  }

  public ThreadId parent() {
    return parentThreadId == null ? null : ThreadId.ofKey(parentThreadId);
  }

  public static RunId run(String value) {
    return value == null ? null : new RunId(value);
  }

  /** A range of current messages between superseded ones; the tail has no row. */
  @Entity(name = "StretchRow")
  @Table(name = "awaken_stretch")
  public static class StretchRow {
    @EmbeddedId public Key key;

    @Column(name = "last_seq")
    long last;

    @Column(name = "earlier")
    long earlier;

    protected StretchRow() {}

    public StretchRow(UUID threadKey, Stretch stretch) {
      key = new Key(threadKey, stretch.first());
      last = stretch.last();
      earlier = stretch.earlier();
    }

    @Embeddable
    public record Key(
        @Column(name = "thread_key") UUID threadKey, @Column(name = "first_seq") long first)
        implements Serializable {}
  }

  /** A deleted thread whose rows are not all removed; used only in queries. */
  @Entity(name = "DeletedThreadRow")
  @Table(name = "awaken_deleted_thread")
  public static class DeletedThreadRow {

    /** Appended to a JPQL condition. */
    private static final String LEFT_OUT =
        " and not exists (select gone.threadKey from DeletedThreadRow gone where gone.threadKey ="
            + " %s)";

    /** Appended to an SQL condition. */
    private static final String LEFT_OUT_SQL =
        " AND NOT EXISTS (SELECT 1 FROM awaken_deleted_thread gone WHERE gone.thread_key = %s)";

    @Id
    @Column(name = "thread_key")
    UUID threadKey;

    @Column(name = "deleted_at")
    long deletedAt;

    protected DeletedThreadRow() {}

    /**
     * Returns a JPQL condition that excludes deleted threads, to append to another.
     *
     * @param threadId a path to the thread's id
     */
    public static String leftOut(String threadId) {
      return LEFT_OUT.formatted(threadId);
    }

    /** Returns the same condition in SQL. */
    public static String leftOutSql(String threadId) {
      return LEFT_OUT_SQL.formatted(threadId);
    }
  }
}
