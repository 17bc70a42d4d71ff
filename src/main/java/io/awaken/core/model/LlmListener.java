package io.awaken.core.model;

/** Told of an answer's pieces while they arrive, on the thread that asked. */
public interface LlmListener {

  /** For who only wants the whole answer. */
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
   * A call failed and will be made again, of the same or another model.
   *
   * @throws InferenceException to give up instead
   */
  default void failedAttempt(InferenceException failure) throws InferenceException {}

  /** A tool call begins; its id is the provider's, made unique by the loop. */
  void toolCallStart(String callId, String name);

  /** More argument text of a call that has begun. */
  void toolCallDelta(String callId, String argsDelta);
}
