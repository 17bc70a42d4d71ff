package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.awaken.core.message.PooledBuffers;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.outbound.SseReader;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Asks one provider by streamed chat completions. A request is sent once: what follows from an
 * error is the caller's affair. Thread-safe.
 */
final class OpenAiModel implements LlmExecutor {

  /** Far beyond any answer; keeps a broken provider from filling the memory. */
  private static final long MAX_ANSWER_BYTES = 64L << 20;

  private static final int MAX_EVENT_BYTES = 4 << 20;
  private static final int MAX_ERROR_BYTES = 16 << 10;
  private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);
  private static final ObjectReader CHUNKS = new ObjectMapper(PooledBuffers.factory()).reader();

  private final OutboundHttp http;
  private final OpenAiEndpoint endpoint;
  private final ChatFailures failures;

  OpenAiModel(OutboundHttp http, OpenAiEndpoint endpoint) {
    this.http = http;
    this.endpoint = endpoint;
    this.failures = new ChatFailures(endpoint);
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    cancellation.throwIfCancelled();
    var body = ChatRequestWriter.write(request, endpoint);
    try (OutboundCall call = http.open(endpoint.request(body), endpoint.idle(), MAX_ANSWER_BYTES)) {
      CancellationToken.Registration registration = cancellation.onCancel(call::close);
      try {
        return answer(call, request.model(), new ChatAnswer(listener, failures), cancellation);
      } finally {
        registration.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancellation.throwIfCancelled();
      // Nobody cancelled the run: its thread goes away, and the run may go on elsewhere.
      throw new RunCancelled(CancellationToken.Reason.DRAINING);
    }
  }

  private StreamResult answer(
      OutboundCall call, String model, ChatAnswer answer, CancellationToken cancellation)
      throws InferenceException, InterruptedException {
    HttpResponse<?> head;
    try {
      head = call.head();
      if (head.statusCode() != 200 || ChatFailures.isDocument(head)) {
        throw failures.of(head, call.readAtMost(MAX_ERROR_BYTES), model);
      }
    } catch (IOException e) {
      cancellation.throwIfCancelled();
      throw failures.unreachable(e);
    }
    try {
      readEvents(call, answer, cancellation);
    } catch (IOException e) {
      cancellation.throwIfCancelled();
      if (!answer.finished()) {
        throw failures.interrupted(e);
      }
      // The provider said that the answer is whole; only the end of the stream is missing.
    }
    return answer.result();
  }

  private void readEvents(OutboundCall call, ChatAnswer answer, CancellationToken cancellation)
      throws IOException, InferenceException, InterruptedException {
    var events = new SseReader(call, MAX_EVENT_BYTES);
    ByteBuffer event = events.next();
    while (event != null) {
      cancellation.throwIfCancelled();
      if (event.equals(ByteBuffer.wrap(DONE))) {
        answer.done();
        call.finish();
        return;
      }
      answer.accept(parsed(event));
      event = events.next();
    }
    if (!answer.finished()) {
      throw failures.interrupted(null);
    }
  }

  private JsonNode parsed(ByteBuffer event) throws InferenceException, IOException {
    try {
      return CHUNKS.readTree(
          event.array(), event.arrayOffset() + event.position(), event.remaining());
    } catch (JsonProcessingException e) {
      // Without the cause: its message may show what the provider sent.
      throw failures.failure(Kind.PROVIDER, "sent an event that is not JSON");
    }
  }
}
