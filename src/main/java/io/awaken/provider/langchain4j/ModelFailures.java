package io.awaken.provider.langchain4j;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import io.awaken.core.message.PooledBuffers;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.text.ForeignText;
import io.awaken.provider.http.ErrorDocuments;
import io.awaken.provider.http.FailureKinds;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Converts failures of calls, typed by the possible remedy: by the type of LangChain4j's exception,
 * its HTTP status, and the provider's text, which the message quotes, shortened and without
 * credentials. LangChain4j does not pass {@code Retry-After} on. Immutable.
 */
final class ModelFailures {

  private static final int MAX_CAUSES = 20;

  /** Error texts of providers for a conversation that is too long. */
  private static final Pattern TOO_LONG =
      Pattern.compile(
          "context[ _](?:length|window|size)|maximum context|prompt is too long|too many"
              + " tokens|input is too long|exceeds the maximum number of tokens|token"
              + " count.{0,40}exceeds");

  private static final ErrorDocuments DOCUMENTS =
      error ->
          TOO_LONG.matcher(error.toString().toLowerCase(Locale.ROOT)).find()
              ? Kind.CONTEXT_OVERFLOW
              : null;

  private static final FailureKinds KINDS = new FailureKinds(DOCUMENTS);
  private static final ObjectMapper MAPPER = new ObjectMapper(PooledBuffers.factory());
  private static final int MAX_REASON = 300;

  private final String providerId;

  ModelFailures(String providerId) {
    this.providerId = providerId;
  }

  /**
   * @param begun whether a piece of the answer had arrived
   */
  InferenceException of(Throwable cause, boolean begun) {
    JsonNode error = error(cause);
    Kind kind = kind(cause, error, begun);
    String reason = ForeignText.line(DOCUMENTS.message(error), MAX_REASON);
    return reason.isEmpty()
        ? new InferenceException(kind, begin() + what(kind), cause)
        : failure(kind, what(kind) + ": " + reason);
  }

  InferenceException silent() {
    return new InferenceException(Kind.TIMEOUT, begin() + "was silent for too long", null);
  }

  InferenceException failure(Kind kind, String what) {
    return new InferenceException(kind, begin() + what, null);
  }

  private static Kind kind(Throwable cause, JsonNode error, boolean begun) {
    // A subclass of InvalidRequestException, with its status.
    if (find(ContentFilteredException.class, cause) != null) {
      return Kind.CONTENT_FILTERED;
    }
    HttpException http = find(HttpException.class, cause);
    if (http != null && http.statusCode() >= 400) {
      return KINDS.ofStatus(http.statusCode(), error);
    }
    if (find(RateLimitException.class, cause) != null) {
      return Kind.RATE_LIMITED;
    }
    if (find(AuthenticationException.class, cause) != null) {
      return Kind.UNAUTHORIZED;
    }
    if (find(ModelNotFoundException.class, cause) != null) {
      return Kind.MODEL_NOT_FOUND;
    }
    if (find(InvalidRequestException.class, cause) != null) {
      return KINDS.ofStatus(400, error);
    }
    Kind named = KINDS.ofError(error);
    if (find(UnsupportedFeatureException.class, cause) != null) {
      return named == Kind.TOOLS_NOT_SUPPORTED ? named : Kind.UNSUPPORTED_CONTENT;
    }
    if (timedOut(cause)) {
      return Kind.TIMEOUT;
    }
    return begun && find(IOException.class, cause) != null ? Kind.STREAM_INTERRUPTED : named;
  }

  /** The provider's own document, or its text as one; a missing node without either. */
  private static JsonNode error(Throwable cause) {
    HttpException http = find(HttpException.class, cause);
    Throwable said = http == null ? find(LangChain4jException.class, cause) : http;
    if (said == null || said.getMessage() == null) {
      return MissingNode.getInstance();
    }
    JsonNode error = MissingNode.getInstance();
    try {
      error = DOCUMENTS.error(MAPPER.readTree(said.getMessage()));
    } catch (JsonProcessingException e) {
      // A text.
    }
    return error.isMissingNode()
        ? JsonNodeFactory.instance.objectNode().put("message", said.getMessage())
        : error;
  }

  private static boolean timedOut(Throwable cause) {
    return find(TimeoutException.class, cause) != null
        || find(HttpTimeoutException.class, cause) != null
        || find(InterruptedIOException.class, cause) != null
        || find(java.util.concurrent.TimeoutException.class, cause) != null;
  }

  /** The first of this type among an exception and its causes. */
  private static <T extends Throwable> T find(Class<T> type, Throwable from) {
    Throwable at = from;
    for (int i = 0; at != null && i < MAX_CAUSES; i++) {
      if (type.isInstance(at)) {
        return type.cast(at);
      }
      at = at.getCause();
    }
    return null;
  }

  private String begin() {
    return "model provider " + providerId + " ";
  }

  private static String what(Kind kind) {
    return switch (kind) {
      case UNAUTHORIZED -> "refused the credentials";
      case MODEL_NOT_FOUND -> "does not know the model or the address";
      case CONTEXT_OVERFLOW -> "rejected the conversation as too long";
      case RATE_LIMITED -> "limits the rate of requests";
      case OVERLOADED -> "is overloaded";
      case TIMEOUT -> "timed out";
      case CONTENT_FILTERED -> "refused the content";
      case UNSUPPORTED_CONTENT -> "does not support content of the request";
      case INVALID_REQUEST -> "refused the request";
      case STREAM_INTERRUPTED -> "broke off in the middle of its answer";
      case MODEL_UNAVAILABLE -> "is paused after failures";
      case TOOLS_NOT_SUPPORTED -> "does not support tools";
      case EMPTY_ANSWER -> "answered with nothing";
      case STOPPED_EARLY -> "stopped the answer early";
      default -> "failed";
    };
  }
}
