package io.awaken.core.model;

import io.awaken.core.run.CancellationToken;

/** Calls a model. Thread-safe; one call per step, blocking on the caller's thread. */
public interface LlmExecutor {

  /**
   * Streams one answer.
   *
   * @param listener receives every piece as it arrives, on the calling thread
   * @param cancellation when cancelled, the connection is closed and the call ends
   * @return the whole answer
   * @throws InferenceException typed by what can be done about it; of an answer that breaks off
   *     {@linkplain InferenceException#after with what was whole of it}, where that is known
   * @throws io.awaken.core.run.RunCancelled when cancelled
   */
  StreamResult execute(LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException;

  /**
   * Tokens of a request and its answer together that the provider's own settings leave to each of
   * its models (features row 1172); null, the default, where they say nothing.
   */
  default Integer contextWindow() {
    return null;
  }

  /**
   * The limit of output tokens that is sent to the provider when the request sets none; null, the
   * default, where none is sent.
   */
  default Integer usualAnswer(LlmRequest request) {
    return null;
  }
}
