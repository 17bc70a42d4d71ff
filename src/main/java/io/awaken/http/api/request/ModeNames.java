package io.awaken.http.api.request;

import io.awaken.core.store.submission.SubmitMode;
import io.awaken.http.security.Refusal;

/** The wire names of submit modes. */
public final class ModeNames {

  /** Sends the messages to the running run, and creates no other. */
  static final String RESUME_OPEN_RUN = "resume_open_run";

  private ModeNames() {}

  /**
   * @param usual the default
   * @throws io.awaken.http.security.RefusedException 400 for any other
   */
  public static SubmitMode of(String mode, SubmitMode usual) {
    return switch (mode) {
      case null -> usual;
      case "interrupt", "interrupt_then_queue" -> SubmitMode.INTERRUPT;
      case "queue" -> SubmitMode.QUEUE;
      case "reject" -> SubmitMode.REJECT;
      case "steer", "live_then_queue" -> SubmitMode.STEER;
      default ->
          throw Refusal.invalid("mode", "mode must be interrupt, queue, reject or steer")
              .exception();
    };
  }

  /** The default is another one when messages go to an existing thread or run. */
  public static SubmitMode forExisting(String mode, SubmitMode usual) {
    return RESUME_OPEN_RUN.equals(mode) ? SubmitMode.RESUME_OPEN_RUN : of(mode, usual);
  }
}
