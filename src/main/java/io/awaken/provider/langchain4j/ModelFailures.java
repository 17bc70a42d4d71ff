package io.awaken.provider.langchain4j;

import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Converts failures of calls, typed by the possible remedy: by the type of LangChain4j's exception,
 * its HTTP status, and the provider's text for a conversation that is too long. LangChain4j does
 * not pass {@code Retry-After} on. Immutable.
 */
final class ModelFailures {

  private static final int MAX_CAUSES = 20;

  /** Error texts of providers for a conversation that is too long. */
  private static final Pattern TOO_LONG =
      Pattern.compile(
          "context[ _](?:length|window|size)|maximum context|prompt is too long|too many"
              + " tokens|input is too long|exceeds the maximum number of tokens|token"
              + " count.{0,40}exceeds");

  private final String providerId;

  ModelFailures(String providerId) {
    this.providerId = providerId;
  }

  /**
   * @param begun whether a piece of the answer had arrived
   */
  InferenceException of(Throwable cause, boolean begun) {
    Kind kind = kind(cause, begun);
    return new InferenceException(kind, begin() + what(kind), cause);
  }

  InferenceException silent() {
    return new InferenceException(Kind.TIMEOUT, begin() + "was silent for too long", null);
  }

  InferenceException failure(Kind kind, String what) {
    return new InferenceException(kind, begin() + what, null);
  }

  private static Kind kind(Throwable cause, boolean begun) {
    HttpException http = find(HttpException.class, cause);
    if (http != null && http.statusCode() >= 400) {
      return ofStatus(http.statusCode(), cause);
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
    // A subclass of InvalidRequestException.
    if (find(ContentFilteredException.class, cause) != null) {
      return Kind.CONTENT_FILTERED;
    }
    if (find(InvalidRequestException.class, cause) != null) {
      return refused(cause);
    }
    if (find(UnsupportedFeatureException.class, cause) != null) {
      return Kind.UNSUPPORTED_CONTENT;
    }
    if (timedOut(cause)) {
      return Kind.TIMEOUT;
    }
    return begun && find(IOException.class, cause) != null
        ? Kind.STREAM_INTERRUPTED
        : Kind.PROVIDER;
  }

  private static Kind ofStatus(int status, Throwable cause) {
    return switch (status) {
      case 400, 422 ->
          find(ContentFilteredException.class, cause) != null
              ? Kind.CONTENT_FILTERED
              : refused(cause);
      case 401, 403 -> Kind.UNAUTHORIZED;
      case 404 -> Kind.MODEL_NOT_FOUND;
      case 408, 504 -> Kind.TIMEOUT;
      case 413 -> Kind.CONTEXT_OVERFLOW;
      case 429 -> Kind.RATE_LIMITED;
      case 503, 529 -> Kind.OVERLOADED;
      default -> status >= 500 ? Kind.PROVIDER : Kind.INVALID_REQUEST;
    };
  }

  private static Kind refused(Throwable cause) {
    String words = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    return TOO_LONG.matcher(words).find() ? Kind.CONTEXT_OVERFLOW : Kind.INVALID_REQUEST;
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
      case PROVIDER -> "failed";
    };
  }
}
