package io.awaken.store.jpa.rows;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A state value of a thread or run, read only; {@code StateUpdates} writes it. */
@Entity
@Table(name = "awaken_state")
public class StateRow {
  /** The run id of thread values. */
  public static final String OF_THREAD = "";

  @EmbeddedId public Key key;

  @Column(name = "body")
  public String body;

  /** For Hibernate. */
  protected StateRow() {}

  @Embeddable
  public record Key(
      @Column(name = "thread_id") String threadId,
      @Column(name = "run_id") String runId,
      @Column(name = "state_key") String name)
      implements Serializable {}
}
