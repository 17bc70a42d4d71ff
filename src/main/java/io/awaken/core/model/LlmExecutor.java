package io.awaken.core.model;

import io.awaken.core.message.Media;
import io.awaken.core.run.CancellationToken;

/** Calls a model. Thread-safe; one call per step, blocking on the caller's thread. */
public interface LlmExecutor {

  /**
   * Streams one answer.
   *
   * @param listener receives every piece as it arrives, on the calling thread
   * @param cancellation when cancelled, the connection is closed and the call ends
   * @return the whole answer
   * @throws InferenceException typed by the possible remedy; for an interrupted answer {@linkplain
   *     InferenceException#after with its complete parts}, if known
   * @throws io.awaken.core.run.RunCancelled when cancelled
   */
  StreamResult execute(LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException;

  /**
   * The context window that the provider's own settings give each of its models, in tokens
   * (features row 1172); null, the default, without such a setting.
   */
  default Integer contextWindow() {
    return null;
  }

  /**
   * The limit of output tokens that is sent when the request sets none; null, the default, for
   * none.
   */
  default Integer usualAnswer(LlmRequest request) {
    return null;
  }

  /**
   * Stops the work of a remote agent for a run that ended while no node executed it, once; by
   * default does nothing. May take two minutes; failures are logged.
   *
   * @param task one with a {@code taskId}
   */
  default void abandon(RemoteWork.Task task) {}

  /**
   * Why the model cannot take a medium of a message that it did not write, for example {@code the
   * wire ollama takes no URLs}. Called often; reads no bytes.
   *
   * @param upstreamModel the provider's own name of the model
   * @return null, the default, when it can, or when only the provider knows
   */
  default String refuses(String upstreamModel, Media media) {
    return null;
  }
}
