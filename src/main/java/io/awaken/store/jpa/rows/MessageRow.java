package io.awaken.store.jpa.rows;

import io.awaken.core.message.Message;
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

/** A message of a thread; immutable. */
@Entity
@Table(name = "awaken_message")
public class MessageRow {
  @EmbeddedId public Key key;

  /** The run that added it; null for rows of older versions. */
  @Column(name = "run_key")
  public Long runKey;

  @Column(name = "message_id")
  String messageId;

  @Column(name = "hidden")
  boolean hidden;

  @Column(name = "body")
  public String body;

  protected MessageRow() {}

  public MessageRow(ThreadId threadId, RunId run, long sequence, Message message) {
    key = new Key(Keys.thread(threadId), sequence);
    runKey = Keys.run(run);
    messageId = message.id();
    hidden = message.internal();
    body = StoredJson.writeMessage(message);
  }

  /** Sequence numbers start at 1. */
  @Embeddable
  public record Key(
      @Column(name = "thread_key") UUID threadKey, @Column(name = "seq") long sequence)
      implements Serializable {}

  /**
   * The position of a system message of a thread, so that runs find it behind any number of later
   * messages.
   */
  @Entity(name = "SystemMessageRow")
  @Table(name = "awaken_system_message")
  public static class SystemMessageRow {
    @EmbeddedId Key key;

    protected SystemMessageRow() {}

    public SystemMessageRow(ThreadId threadId, long sequence) {
      key = new Key(Keys.thread(threadId), sequence);
    }
  }
}
