package io.awaken.provider.http;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;

/**
 * What one wire adds to HTTP. {@link StreamedModel} does the rest: it sends the request, reads the
 * stream, applies limits and cancellation and turns failures into exceptions. Thread-safe.
 */
public interface ModelWire {

  /**
   * The document that asks for a streamed answer, and where it goes.
   *
   * @param request without what other providers signed, encrypted or attached
   * @throws InferenceException when the wire has no place for a part of the conversation
   */
  RequestDocument request(LlmRequest request) throws InferenceException;

  /** How the answer's stream is divided into events. */
  StreamFormat format();

  /**
   * What takes the events of one answer.
   *
   * @param failures makes the exceptions that it throws
   */
  AnswerReader answer(LlmListener listener, ProviderFailures failures);

  /** Where the provider lists its models. */
  ModelListing models();

  /** How the wire's error documents are read. */
  ErrorDocuments errors();

  /** As {@link io.awaken.core.model.LlmExecutor#contextWindow} gives it. */
  default Integer contextWindow() {
    return null;
  }

  /** As {@link io.awaken.core.model.LlmExecutor#usualAnswer} gives it. */
  default Integer usualAnswer(LlmRequest request) {
    return null;
  }
}
