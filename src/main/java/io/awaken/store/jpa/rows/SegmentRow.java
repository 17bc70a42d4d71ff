package io.awaken.store.jpa.rows;

import io.awaken.core.event.Segment;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.store.database.Keys;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.UUID;

/** The events of one commit; immutable. */
@Entity
@Table(name = "awaken_segment")
public class SegmentRow {
  @EmbeddedId public Key key;

  @Column(name = "first_seq")
  long firstSequence;

  @Column(name = "epoch")
  long epoch;

  @Column(name = "commit_id")
  String commitId;

  @Column(name = "body")
  String body;

  protected SegmentRow() {}

  /**
   * @param commitId null for an ending without an owner
   */
  public SegmentRow(ThreadId threadId, RunId runId, Segment segment, String commitId) {
    key = new Key(Keys.thread(threadId), Keys.run(runId), segment.lastSequence());
    firstSequence = segment.firstSequence();
    epoch = segment.epoch();
    this.commitId = commitId;
    body = StoredEvents.write(threadId, runId, segment.entries());
  }

  /** Returns the events, given the ids of which the key has only short forms. */
  public Segment toSegment(ThreadId threadId, RunId runId) {
    return new Segment(
        epoch, firstSequence, key.lastSequence(), StoredEvents.read(threadId, runId, body));
  }

  @Embeddable
  public record Key(
      @Column(name = "thread_key") UUID threadKey,
      @Column(name = "run_key") long runKey,
      @Column(name = "last_seq") long lastSequence)
      implements Serializable {}
}
