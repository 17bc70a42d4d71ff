package io.awaken.store.jpa.rows;

import io.awaken.core.run.ThreadId;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/**
 * The position of a system message of a thread, so that runs find it behind any number of later
 * messages.
 */
@Entity
@Table(name = "awaken_system_message")
public class SystemMessageRow {
  @EmbeddedId MessageRow.Key key;

  /** For Hibernate. */
  protected SystemMessageRow() {}

  public SystemMessageRow(ThreadId threadId, long sequence) {
    key = new MessageRow.Key(threadId.key(), sequence);
  }
}
