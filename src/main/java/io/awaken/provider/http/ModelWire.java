package io.awaken.provider.http;

import io.awaken.core.message.Media;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;

/**
 * The protocol of one wire over HTTP. {@link StreamedModel} does the rest: it sends the request,
 * reads the stream, applies limits and cancellation and turns failures into exceptions.
 * Thread-safe.
 */
public interface ModelWire {

  /**
   * The request for a streamed answer.
   *
   * @param request without signatures, encrypted content and metadata of other providers
   * @throws InferenceException when the wire cannot represent a part of the conversation
   */
  RequestDocument request(LlmRequest request) throws InferenceException;

  /** How the answer's stream is divided into events. */
  StreamFormat format();

  /**
   * A reader for the events of one answer.
   *
   * @param failures creates its exceptions
   */
  AnswerReader answer(LlmListener listener, ProviderFailures failures);

  /** The provider's model list. */
  ModelListing models();

  /** How the wire's error documents are read. */
  ErrorDocuments errors();

  /**
   * Why the wire cannot carry a medium, following its name, for example {@code takes no video};
   * null when it can.
   */
  String refuses(Media media);

  /** As {@link io.awaken.core.model.LlmExecutor#contextWindow} gives it. */
  default Integer contextWindow() {
    return null;
  }

  /** As {@link io.awaken.core.model.LlmExecutor#usualAnswer} gives it. */
  default Integer usualAnswer(LlmRequest request) {
    return null;
  }
}
