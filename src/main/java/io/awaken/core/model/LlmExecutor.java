package io.awaken.core.model;

import io.awaken.core.run.CancellationToken;

/** Asks a model. Thread-safe; one call per step, blocking on the caller's thread. */
public interface LlmExecutor {

  /**
   * Streams one answer.
   *
   * @param listener told of every piece as it arrives, on the calling thread
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
   * Tokens that the provider is told an answer may have where the request sets no limit; null, the
   * default, where it is told nothing.
   */
  default Integer usualAnswer(LlmRequest request) {
    return null;
  }
}
