package io.awaken.provider.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.awaken.core.message.Media;
import io.awaken.core.message.PooledBuffers;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelCatalog;
import io.awaken.core.model.StreamResult;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.MessageReader;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.provider.http.ProviderEndpoint.AnswerLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/**
 * Calls the models of one provider over one wire, with streamed answers. A request is sent once;
 * the caller handles errors. Thread-safe.
 */
public final class StreamedModel implements LlmExecutor, ModelCatalog {

  private static final ObjectReader EVENTS = new ObjectMapper(PooledBuffers.factory()).reader();
  private static final EventTree TREE = new EventTree(EVENTS);

  /** Opens the call of a request, as {@link OutboundHttp#open} does. */
  @FunctionalInterface
  interface Calls {
    OutboundCall open(OutboundRequest request, Duration idle, long maxBytes);
  }

  private final Calls calls;
  private final ProviderEndpoint endpoint;
  private final ModelWire wire;
  private final ProviderFailures failures;

  /** An answer that is being read, with the pieces that listeners received. */
  private record Answering(AnswerReader reader, PieceWatch pieces) {}

  public StreamedModel(OutboundHttp http, ProviderEndpoint endpoint, ModelWire wire) {
    this(http::open, endpoint, wire);
  }

  StreamedModel(Calls calls, ProviderEndpoint endpoint, ModelWire wire) {
    this.calls = calls;
    this.endpoint = endpoint;
    this.wire = wire;
    this.failures = new ProviderFailures(endpoint, wire.errors());
  }

  @Override
  public List<String> models(int most, CancellationToken cancellation) throws InferenceException {
    return wire.models().names(calls, endpoint, failures, most, cancellation);
  }

  @Override
  public Integer contextWindow() {
    return wire.contextWindow();
  }

  @Override
  public Integer usualAnswer(LlmRequest request) {
    return wire.usualAnswer().apply(request);
  }

  @Override
  public String refuses(String upstreamModel, Media media) {
    String why = MediaSource.isSvg(media) ? "takes no SVG images" : wire.refuses().apply(media);
    return why == null ? null : "the provider " + endpoint.providerId() + " " + why;
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    cancellation.throwIfCancelled();
    AnswerLimits limits = endpoint.limits();
    var message =
        endpoint.request(
            wire.requests().of(request.seenBy(endpoint.providerId())), wire.format().accept());
    try (OutboundCall call = calls.open(message, limits.idle(), limits.answerBytes())) {
      CancellationToken.Registration registration = cancellation.onCancel(call::close);
      try {
        var pieces = new PieceWatch(listener, thinks(request));
        var answer = new Answering(wire.answers().reader(pieces, failures), pieces);
        StreamResult result = answer(call, request.model(), answer, cancellation);
        Integer own = request.parameters().maxTokens();
        return result.within(own == null ? wire.usualAnswer().apply(request) : own);
      } finally {
        registration.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancellation.throwIfCancelled();
      // The run was not cancelled; its thread ends, and another node may continue the run.
      throw new RunCancelled(CancellationToken.Reason.DRAINING);
    }
  }

  /** Whether the request asks for reasoning, during which the model may be silent. */
  private static boolean thinks(LlmRequest request) {
    ReasoningEffort effort = request.parameters().reasoningEffort();
    return effort != null && effort.level() != ReasoningEffort.Level.NONE;
  }

  private StreamResult answer(
      OutboundCall call, String model, Answering answer, CancellationToken cancellation)
      throws InferenceException, InterruptedException {
    AnswerHead head;
    try {
      head = call.head();
      String type = head.header("Content-Type").orElse("");
      if (head.status() != 200) {
        throw failures.of(head, call.readAtMost(endpoint.limits().errorBytes()), model);
      }
      if (wire.format().isDocument(type)) {
        byte[] document = call.readAtMost(endpoint.limits().eventBytes());
        return document(head, document, model, answer.reader());
      }
    } catch (IOException e) {
      cancellation.throwIfCancelled();
      throw failures.unreachable(e);
    }
    try {
      return body(call, answer, cancellation);
    } catch (InferenceException e) {
      throw e.kind().retryable() ? e.after(answer.reader().soFar()) : e;
    }
  }

  /** A server that does not stream sends the whole answer as one document. */
  private StreamResult document(AnswerHead head, byte[] document, String model, AnswerReader answer)
      throws InferenceException {
    InferenceException failure = failures.of(head, document, model);
    if (failure != null) {
      throw failure;
    }
    try {
      accept(ByteBuffer.wrap(document), answer);
    } catch (IOException e) {
      throw failures.noStream();
    }
    if (!answer.finished()) {
      throw failures.noStream();
    }
    return answer.result();
  }

  private StreamResult body(OutboundCall call, Answering answer, CancellationToken cancellation)
      throws InferenceException, InterruptedException {
    try {
      readEvents(call, answer, cancellation);
    } catch (IOException e) {
      cancellation.throwIfCancelled();
      if (!answer.reader().finished()) {
        throw failures.interrupted(e);
      }
      // The provider has completed the answer; only the end of the stream is missing.
    }
    return answer.reader().result();
  }

  private void readEvents(OutboundCall call, Answering answer, CancellationToken cancellation)
      throws IOException, InferenceException, InterruptedException {
    MessageReader events = wire.format().reader().apply(call, endpoint.limits().eventBytes());
    boolean begun = false;
    ByteBuffer event = events.next();
    while (event != null) {
      cancellation.throwIfCancelled();
      if (last(event, events, answer.reader())) {
        call.finish();
        break;
      }
      if (!begun && answer.pieces().begun()) {
        begun = true;
        call.idle(endpoint.limits().within(answer.pieces().reasons()));
      }
      event = events.next();
    }
    if (!answer.reader().finished()) {
      throw failures.interrupted(null);
    }
  }

  private boolean last(ByteBuffer event, MessageReader events, AnswerReader answer)
      throws InferenceException, IOException {
    if (event.equals(StreamFormat.DONE)) {
      if (wire.format().endsWithMark()) {
        answer.end();
      }
      return true;
    }
    boolean complete = answer.finished();
    try {
      return accept(event, answer);
    } catch (InferenceException e) {
      if (!complete) {
        throw e;
      }
      // The answer is complete, whatever follows it.
      return true;
    } catch (JsonProcessingException e) {
      if (complete) {
        return true;
      }
      if (event.get(event.position()) == ':') {
        // Some gateways send the comments of another stream as events.
        return false;
      }
      if (events.cut()) {
        throw failures.interrupted(null);
      }
      // Without the cause, whose message may quote the provider.
      throw failures.failure(Kind.PROVIDER, "sent an event that is not JSON");
    }
  }

  /**
   * Reads the values of one event; some servers send several in one, or an array of them.
   *
   * @return whether the last one of the answer is among them
   */
  private static boolean accept(ByteBuffer event, AnswerReader answer)
      throws InferenceException, IOException {
    int offset = event.arrayOffset() + event.position();
    try (JsonParser values =
        EVENTS.getFactory().createParser(event.array(), offset, event.remaining())) {
      JsonNode value = TREE.next(values);
      while (value != null) {
        if (accept(value, answer)) {
          return true;
        }
        value = TREE.next(values);
      }
      return false;
    }
  }

  private static boolean accept(JsonNode value, AnswerReader answer) throws InferenceException {
    if (!value.isArray()) {
      return answer.accept(value);
    }
    for (JsonNode each : value) {
      if (answer.accept(each)) {
        return true;
      }
    }
    return false;
  }

  /** Forwards the pieces of an answer and records the kind of the first one. For one thread. */
  static final class PieceWatch implements LlmListener {

    private final LlmListener listener;
    private boolean begun;
    private boolean reasons;

    /**
     * @param reasons whether the request asks the model to reason
     */
    PieceWatch(LlmListener listener, boolean reasons) {
      this.listener = listener;
      this.reasons = reasons;
    }

    /** Whether a piece has arrived. */
    boolean begun() {
      return begun;
    }

    /** Whether the request asks for reasoning, or the answer started with it. */
    boolean reasons() {
      return reasons;
    }

    @Override
    public void text(String delta) {
      begun = true;
      listener.text(delta);
    }

    @Override
    public void reasoning(String delta) {
      reasons |= !begun;
      begun = true;
      listener.reasoning(delta);
    }

    @Override
    public void toolCallStart(String callId, String name) {
      begun = true;
      listener.toolCallStart(callId, name);
    }

    @Override
    public void toolCallDelta(String callId, String argsDelta) {
      begun = true;
      listener.toolCallDelta(callId, argsDelta);
    }

    @Override
    public void failedAttempt(InferenceException failure) throws InferenceException {
      listener.failedAttempt(failure);
    }
  }
}
