package io.awaken.store.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A value of a thread's or a run's state as read; {@link StateUpdates} writes it. */
@Entity
@Table(name = "awaken_state")
class StateRow {
  /** The run id of values that belong to the thread. */
  static final String OF_THREAD = "";

  @EmbeddedId Key key;

  @Column(name = "body")
  String body;

  /** For Hibernate. */
  protected StateRow() {}

  @Embeddable
  record Key(
      @Column(name = "thread_id") String threadId,
      @Column(name = "run_id") String runId,
      @Column(name = "state_key") String name)
      implements Serializable {}
}
