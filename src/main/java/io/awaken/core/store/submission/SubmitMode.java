package io.awaken.core.store.submission;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a submission does when another run keeps the thread. */
public enum SubmitMode {
  /**
   * The thread is cleared for the new run: one that waits and those in the queue are cancelled, one
   * that executes is asked to stop, and the new one begins after it.
   */
  INTERRUPT,
  /** The new run waits in the queue until the thread is free. */
  QUEUE,
  /** The submission is refused. */
  REJECT,
  /**
   * The messages go to the run that keeps the thread, and no new run is made; where none keeps it,
   * or the sender may not act for the caller of that run ({@link
   * io.awaken.core.run.Caller#mayActFor}), a new one begins, behind those in the queue.
   */
  STEER,
  /**
   * The messages go to the run that keeps the thread; where none does, or the sender may not act
   * for its caller, they are refused.
   */
  RESUME_OPEN_RUN;

  /**
   * Whether a run in this mode may supersede messages: not what waits behind other runs, since
   * these say more first, and not what goes to a run that has begun.
   */
  public boolean mayCut() {
    return this == INTERRUPT || this == REJECT;
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
