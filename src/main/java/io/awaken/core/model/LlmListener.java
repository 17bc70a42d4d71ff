package io.awaken.core.model;

import java.time.Duration;

/** Receives an answer's pieces while they arrive, on the calling thread. */
public interface LlmListener {

  /** Ignores the pieces, for callers that need the complete answer only. */
  LlmListener NONE =
      new LlmListener() {
        @Override
        public void text(String delta) {}

        @Override
        public void reasoning(String delta) {}

        @Override
        public void toolCallStart(String callId, String name) {}

        @Override
        public void toolCallDelta(String callId, String argsDelta) {}
      };

  void text(String delta);

  void reasoning(String delta);

  /**
   * A call failed and will be repeated, with this or another model.
   *
   * @throws InferenceException to give up instead
   */
  default void failedAttempt(InferenceException failure) throws InferenceException {}

  /**
   * A model is about to be asked.
   *
   * @param modelId the id of its document, or {@code provider/model}
   */
  default void asks(String modelId) {}

  /**
   * No model can be called for longer than a thread should wait. Waits, and returns when the call
   * is to be repeated; or unwinds the caller, which repeats it later.
   *
   * @param wait what the models ask for, more than {@link LlmRetryPolicy#LONGEST_HELD}
   * @param atMost how long this model call may wait, in total
   * @throws InferenceException to give up instead
   */
  default void longWait(InferenceException failure, Duration wait, Duration atMost)
      throws InferenceException {
    throw failure;
  }

  /** The answer begins anew: what came of it, which is no text, is void. */
  default void restarted() {}

  /** A call that has begun is void: it was cut off and is not made. */
  default void toolCallCancelled(String callId) {}

  /** A tool call begins; its id is the provider's, made unique by the loop. */
  void toolCallStart(String callId, String name);

  /** More argument text of a call that has begun. */
  void toolCallDelta(String callId, String argsDelta);
}
