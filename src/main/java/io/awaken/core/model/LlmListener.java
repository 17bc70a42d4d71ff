package io.awaken.core.model;

/** Told of an answer's pieces while they arrive, on the thread that asked. */
public interface LlmListener {

  void text(String delta);

  void reasoning(String delta);

  /** A tool call begins; its id is the provider's, made unique by the loop. */
  void toolCallStart(String callId, String name);

  /** More argument text of a call that has begun. */
  void toolCallDelta(String callId, String argsDelta);

  /**
   * A call failed before its first piece, and it or another model is asked next. A failure that is
   * the end of it is thrown and not told here.
   */
  default void callFailed(InferenceException failure) {}
}
