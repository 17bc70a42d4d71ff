package io.awaken.store.jpa.rows;

import io.awaken.core.store.thread.Stretch;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A range of current messages between superseded ones; the tail has no row. */
@Entity
@Table(name = "awaken_stretch")
public class StretchRow {
  @EmbeddedId public Key key;

  @Column(name = "last_seq")
  long last;

  @Column(name = "earlier")
  long earlier;

  /** For Hibernate. */
  protected StretchRow() {}

  public StretchRow(String threadId, Stretch stretch) {
    key = new Key(threadId, stretch.first());
    last = stretch.last();
    earlier = stretch.earlier();
  }

  @Embeddable
  public record Key(
      @Column(name = "thread_id") String threadId, @Column(name = "first_seq") long first)
      implements Serializable {}
}
