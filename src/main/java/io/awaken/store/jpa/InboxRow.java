package io.awaken.store.jpa;

import io.awaken.core.commit.InboxEntry;
import io.awaken.core.commit.Submission;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;

/** Messages for a run, as inserted and read; cancellations in the same table are no entities. */
@Entity
@Table(name = "awaken_inbox")
class InboxRow {
  static final String STEER = "steer";

  @EmbeddedId Key key;

  @Column(name = "kind")
  String kind;

  @Column(name = "sender")
  String sender;

  @Column(name = "place")
  int place;

  @Column(name = "body")
  String body;

  @Column(name = "created_at")
  long createdAt;

  @Column(name = "consumed_at")
  Long consumedAt;

  /** For Hibernate. */
  protected InboxRow() {}

  /** What a submission says to the run that keeps its thread; its run id names the entry. */
  InboxRow(String runId, Submission submission, int place, long now) {
    key = new Key(submission.threadId().value(), runId, submission.runId().value());
    kind = STEER;
    sender = submission.caller().subject();
    this.place = place;
    body = StoredJson.writeSaid(SaidToRun.of(submission));
    createdAt = now;
  }

  SaidToRun said() {
    return StoredJson.readSaid(body);
  }

  InboxEntry toEntry() {
    return new InboxEntry(key.entryId(), said().messages());
  }

  @Embeddable
  record Key(
      @Column(name = "thread_id") String threadId,
      @Column(name = "run_id") String runId,
      @Column(name = "entry_id") String entryId)
      implements Serializable {}
}
