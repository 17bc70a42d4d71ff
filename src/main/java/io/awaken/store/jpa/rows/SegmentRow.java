package io.awaken.store.jpa.rows;

import io.awaken.core.event.Segment;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;

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
    key = new Key(threadId.key(), runId.value(), segment.lastSequence());
    firstSequence = segment.firstSequence();
    epoch = segment.epoch();
    this.commitId = commitId;
    body = StoredEvents.write(threadId, runId, segment.entries());
  }

  public Segment toSegment() {
    return new Segment(
        epoch,
        firstSequence,
        key.lastSequence(),
        StoredEvents.read(ThreadId.ofKey(key.threadId()), new RunId(key.runId()), body));
  }

  @Embeddable
  public record Key(
      @Column(name = "thread_id") String threadId,
      @Column(name = "run_id") String runId,
      @Column(name = "last_seq") long lastSequence)
      implements Serializable {}
}
