package io.awaken.provider.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.message.Media;
import io.awaken.core.message.PooledBuffers;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;

/**
 * What one wire over HTTP has of its own. {@link StreamedModel} does the rest: it sends the
 * request, reads the stream, applies limits and cancellation and turns failures into exceptions.
 * Thread-safe.
 *
 * @param format how the answer's stream is divided into events
 * @param models the provider's model list
 * @param errors how the wire's error documents are read
 * @param requests writes requests
 * @param answers makes the readers of answers
 * @param refuses why the wire cannot carry a medium, following its name, for example {@code takes
 *     no video}; null when it can
 * @param usualAnswer as {@link io.awaken.core.model.LlmExecutor#usualAnswer} gives it
 * @param contextWindow as {@link io.awaken.core.model.LlmExecutor#contextWindow} gives it
 */
public record ModelWire(
    StreamFormat format,
    ModelListing models,
    ErrorDocuments errors,
    Requests requests,
    Answers answers,
    Function<Media, String> refuses,
    Function<LlmRequest, Integer> usualAnswer,
    Integer contextWindow) {

  private static final ObjectMapper MAPPER = new ObjectMapper(PooledBuffers.factory());
  private static final int BODY = 4096;

  /** Writes requests. */
  @FunctionalInterface
  public interface Requests {

    /**
     * The request for a streamed answer.
     *
     * @param request without signatures, encrypted content and metadata of other providers
     * @throws InferenceException when the wire cannot represent a part of the conversation
     */
    Document of(LlmRequest request) throws InferenceException;
  }

  /** Writes the body of a request. */
  @FunctionalInterface
  public interface Body {

    void write(JsonGenerator json) throws IOException, InferenceException;
  }

  /** A body as JSON in UTF-8. */
  public static byte[] json(Body body) throws InferenceException {
    var bytes = new ByteArrayOutputStream(BODY);
    try (JsonGenerator json = MAPPER.createGenerator(bytes)) {
      body.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException("a request in memory cannot be written", e);
    }
    return bytes.toByteArray();
  }

  /** Makes the readers of answers. */
  @FunctionalInterface
  public interface Answers {

    /**
     * A reader for the events of one answer.
     *
     * @param failures creates its exceptions
     */
    AnswerReader reader(LlmListener listener, ProviderFailures failures);
  }

  /**
   * A request as a wire writes it.
   *
   * @param path path and query after the provider's base URL, for example {@code /chat/completions}
   * @param body JSON in UTF-8; must not be modified
   */
  public record Document(String path, byte[] body) {

    /** Without the body, which contains the conversation. */
    @Override
    public String toString() {
      return "Document[path=" + path + "]";
    }
  }

  /** A wire that knows neither the usual length of answers nor the context window. */
  public ModelWire(
      StreamFormat format,
      ModelListing models,
      ErrorDocuments errors,
      Requests requests,
      Answers answers,
      Function<Media, String> refuses) {
    this(format, models, errors, requests, answers, refuses, request -> null, null);
  }
}
