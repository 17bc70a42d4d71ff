package io.awaken.core.store.submission;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a submission does when the thread has an open run. */
public enum SubmitMode {
  /**
   * Queued and waiting runs are cancelled and the executing one is asked to stop; the new run
   * starts after it.
   */
  INTERRUPT,
  /** The new run waits in the queue until the thread is free. */
  QUEUE,
  /** The submission is refused. */
  REJECT,
  /**
   * The messages go to the open run and no new run is created. If the thread has no open run, or
   * the sender may not act for that run's caller ({@link io.awaken.core.run.Caller#mayActFor}), a
   * new run is queued.
   */
  STEER,
  /**
   * The messages go to the open run. If the thread has none, or the sender may not act for its
   * caller, they are refused.
   */
  RESUME_OPEN_RUN;

  /**
   * Returns whether a run in this mode may supersede messages. A queued run may not, since earlier
   * runs add messages first; nor may messages to a started run.
   */
  public boolean mayCut() {
    return this == INTERRUPT || this == REJECT;
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
