package io.awaken.store.jpa;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.thread.Tail;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Map;

/** A thread as inserted and read; all changes are conditional updates. */
@Entity
@Table(name = "awaken_thread")
class ThreadRow {
  @Id
  @Column(name = "thread_id")
  String threadId;

  @Column(name = "tenant")
  String tenant;

  @Column(name = "owner")
  String owner;

  @Column(name = "title")
  String title;

  @Column(name = "resource_id")
  String resourceId;

  @Column(name = "parent_thread_id")
  String parentThreadId;

  @Column(name = "custom")
  String custom;

  @Column(name = "slot_job")
  String slotJob;

  @Column(name = "slot_token")
  String slotToken;

  @Column(name = "epoch")
  long epoch;

  @Column(name = "open_run")
  String openRun;

  @Column(name = "latest_run")
  String latestRun;

  @Column(name = "message_count")
  long messageCount;

  /** Null where it was not counted yet. */
  @Column(name = "message_bytes")
  Long messageBytes;

  @Column(name = "commit_id")
  String commitId;

  @Column(name = "tail_after")
  long tailAfter;

  @Column(name = "tail_earlier")
  long tailEarlier;

  @Column(name = "created_at")
  long createdAt;

  @Column(name = "updated_at")
  long updatedAt;

  /** For Hibernate. */
  protected ThreadRow() {}

  ThreadRow(ThreadId id, String tenant, String owner, long now) {
    this.threadId = id.key();
    this.tenant = tenant;
    this.owner = owner;
    this.messageBytes = 0L;
    this.createdAt = now;
    this.updatedAt = now;
  }

  /**
   * The thread with what only the latest run knows.
   *
   * @param latestRunUpdatedAt epoch milliseconds, or null
   */
  ThreadRecord toRecord(Map<String, Object> metadata, Long latestRunUpdatedAt) {
    return new ThreadRecord(
        ThreadId.ofKey(threadId),
        tenant,
        owner,
        title,
        resourceId,
        parent(),
        metadata,
        slotJob == null ? null : run(openRun),
        run(openRun),
        run(latestRun),
        latestRunUpdatedAt,
        messageCount,
        epoch,
        createdAt,
        updatedAt);
  }

  Tail tail() {
    return new Tail(tailAfter, tailEarlier);
  }

  /** The thread that it was made from, or null. */
  ThreadId parent() {
    return parentThreadId == null ? null : ThreadId.ofKey(parentThreadId);
  }

  static RunId run(String value) {
    return value == null ? null : new RunId(value);
  }
}
