package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.message.PooledBuffers;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/**
 * Says what went wrong with a call, by what can be done about it (features section 2.2, error
 * taxonomy). Messages name the provider by its id and quote it, shortened and without the key: they
 * are for the log.
 */
final class ChatFailures {

  private static final ObjectMapper MAPPER = new ObjectMapper(PooledBuffers.factory());

  private final OpenAiEndpoint endpoint;

  ChatFailures(OpenAiEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** Whether an answer is one document instead of a stream of events. */
  static boolean isDocument(HttpResponse<?> head) {
    String type = head.headers().firstValue("Content-Type").orElse("");
    return type.startsWith("application/json") || type.startsWith("text/html");
  }

  /** An answer that is no stream. */
  InferenceException of(HttpResponse<?> head, byte[] body, String model) {
    JsonNode error = error(parsed(body));
    int status = head.statusCode();
    if (status == 200) {
      return error.isMissingNode()
          ? failure(Kind.PROVIDER, "did not answer with a stream of events")
          : named(error);
    }
    String reason =
        error.isMissingNode()
            ? ProviderText.of(body, endpoint.key())
            : ProviderText.of(error, endpoint.key());
    Kind kind = ChatErrorKinds.ofStatus(status, error);
    Duration retryAfter = RetryAfter.of(head.headers());
    return new InferenceException(kind, told(what(kind, status, model), reason), retryAfter, null);
  }

  /** An error object in the middle of a stream. */
  InferenceException inStream(JsonNode chunk) {
    return named(error(chunk));
  }

  private InferenceException named(JsonNode error) {
    Kind kind = ChatErrorKinds.ofError(error);
    String reason = ProviderText.of(error, endpoint.key());
    return new InferenceException(kind, told("reported an error", reason), null, null);
  }

  /** No answer at all. */
  InferenceException unreachable(IOException cause) {
    return cause instanceof HttpTimeoutException
        ? silent(cause)
        : new InferenceException(Kind.PROVIDER, begin() + "cannot be reached", cause);
  }

  /** A stream that broke off; without a cause it ended too early. */
  InferenceException interrupted(IOException cause) {
    return cause instanceof HttpTimeoutException
        ? silent(cause)
        : new InferenceException(
            Kind.STREAM_INTERRUPTED, begin() + "broke off in the middle of its answer", cause);
  }

  InferenceException failure(Kind kind, String what) {
    return new InferenceException(kind, begin() + what, null);
  }

  private InferenceException silent(IOException cause) {
    return new InferenceException(Kind.TIMEOUT, begin() + "was silent for too long", cause);
  }

  private String begin() {
    return "model provider " + endpoint.providerId() + " ";
  }

  private static String what(Kind kind, int status, String model) {
    return switch (kind) {
      case UNAUTHORIZED -> "refused the credentials (" + status + ")";
      case MODEL_NOT_FOUND ->
          "does not know the model " + model + " or the address (" + status + ")";
      case CONTEXT_OVERFLOW -> "finds the conversation too long (" + status + ")";
      case RATE_LIMITED -> "asks for fewer requests (" + status + ")";
      case OVERLOADED -> "is overloaded (" + status + ")";
      case TIMEOUT -> "timed out (" + status + ")";
      case CONTENT_FILTERED -> "refused the content (" + status + ")";
      case INVALID_REQUEST -> "refused the request (" + status + ")";
      case PROVIDER, STREAM_INTERRUPTED -> "failed (" + status + ")";
    };
  }

  private String told(String what, String reason) {
    return begin() + what + (reason.isEmpty() ? "" : ": " + reason);
  }

  private static JsonNode parsed(byte[] body) {
    try {
      return MAPPER.readTree(body);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /** The error object or text, or a missing node. */
  private static JsonNode error(JsonNode document) {
    JsonNode error = document.path("error");
    return error.isObject() || error.isTextual() ? error : MissingNode.getInstance();
  }
}
