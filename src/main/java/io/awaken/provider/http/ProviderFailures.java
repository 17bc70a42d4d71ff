package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.message.PooledBuffers;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.text.ForeignText;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * Converts failures of calls to exceptions, typed by the possible remedy. Messages name the
 * provider by its id and quote it, shortened and without secrets; they are for the log.
 * Thread-safe.
 */
public final class ProviderFailures {

  private static final int MAX_CHARACTERS = 300;

  private static final ObjectMapper MAPPER = new ObjectMapper(PooledBuffers.factory());

  private final String providerId;
  private final KnownSecrets secrets;
  private final ErrorDocuments documents;
  private final FailureKinds kinds;

  ProviderFailures(ProviderEndpoint endpoint, ErrorDocuments documents) {
    this.providerId = endpoint.providerId();
    this.secrets = endpoint.secrets();
    this.documents = documents;
    this.kinds = new FailureKinds(documents);
  }

  /**
   * The failure in a response that is not a stream.
   *
   * @return null for a document with status 200 that names none
   */
  InferenceException of(AnswerHead head, byte[] body, String model) {
    JsonNode error = documents.error(parsed(body));
    int status = head.status();
    if (status == 200) {
      return error.isMissingNode() ? null : named(error);
    }
    String reason =
        error.isMissingNode()
            ? readable(new String(body, StandardCharsets.UTF_8), secrets)
            : readable(documents.message(error), secrets);
    Kind kind = kinds.ofStatus(status, error);
    Duration header = retryAfter(head);
    Duration retryAfter = header == null ? documents.retryAfter(error) : header;
    return new InferenceException(
        kind, message(what(kind, status, model), reason), retryAfter, null);
  }

  /** A document that is no answer. */
  InferenceException noStream() {
    return failure(Kind.PROVIDER, "did not answer with a stream of events");
  }

  /** Whether an event inside a stream reports an error; {@code null} is none. */
  public boolean isError(JsonNode event) {
    return !documents.error(event).isMissingNode();
  }

  /** An error event inside a stream. */
  public InferenceException inStream(JsonNode event) {
    return named(documents.error(event));
  }

  private InferenceException named(JsonNode error) {
    Kind kind = kinds.ofError(error);
    String reason = readable(documents.message(error), secrets);
    return new InferenceException(
        kind, message("reported an error", reason), documents.retryAfter(error), null);
  }

  /** No answer at all. */
  InferenceException unreachable(IOException cause) {
    return cause instanceof HttpTimeoutException
        ? silent(cause)
        : new InferenceException(Kind.PROVIDER, begin() + "cannot be reached", cause);
  }

  /** A stream that broke off; without a cause it ended early. */
  InferenceException interrupted(IOException cause) {
    return cause instanceof HttpTimeoutException
        ? silent(cause)
        : new InferenceException(
            Kind.STREAM_INTERRUPTED, begin() + "broke off in the middle of its answer", cause);
  }

  /**
   * A failure that the wire detected.
   *
   * @param what text after the provider's name, for example {@code sent a tool call without a
   *     name}; must not quote the provider
   */
  public InferenceException failure(Kind kind, String what) {
    return new InferenceException(kind, begin() + what, null);
  }

  /** An answer that ended in the middle for a reason that is not one of the wire's usual ones. */
  public InferenceException stoppedEarly(String reason) {
    String word = readable(reason, secrets);
    return failure(Kind.STOPPED_EARLY, "stopped its answer with the reason " + word);
  }

  private InferenceException silent(IOException cause) {
    return new InferenceException(Kind.TIMEOUT, begin() + "was silent for too long", cause);
  }

  private String begin() {
    return "model provider " + providerId + " ";
  }

  private static String what(Kind kind, int status, String model) {
    return switch (kind) {
      case UNAUTHORIZED -> "refused the credentials (" + status + ")";
      case MODEL_NOT_FOUND ->
          "does not know the model " + model + " or the address (" + status + ")";
      case CONTEXT_OVERFLOW -> "rejected the conversation as too long (" + status + ")";
      case RATE_LIMITED -> "limits the rate of requests (" + status + ")";
      case OVERLOADED -> "is overloaded (" + status + ")";
      case TIMEOUT -> "timed out (" + status + ")";
      case CONTENT_FILTERED, UNSUPPORTED_CONTENT -> "refused the content (" + status + ")";
      case INVALID_REQUEST -> "refused the request (" + status + ")";
      case TOOLS_NOT_SUPPORTED -> "refused the tools for the model " + model + " (" + status + ")";
      default -> "failed (" + status + ")";
    };
  }

  private String message(String what, String reason) {
    return begin() + what + (reason.isEmpty() ? "" : ": " + reason);
  }

  private static JsonNode parsed(byte[] body) {
    try {
      return MAPPER.readTree(body);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /**
   * A provider's error text for the operator's log: one short line without secrets. Clients never
   * see it, since a provider may quote anything.
   */
  private static String readable(String text, KnownSecrets secrets) {
    return ForeignText.line(secrets.redact(text), MAX_CHARACTERS);
  }

  /**
   * The header {@code Retry-After} (RFC 9110, 10.2.3): seconds, or a date relative to the
   * response's own date, so that clocks are not compared.
   *
   * @return null when the header is missing or invalid
   */
  private static Duration retryAfter(AnswerHead head) {
    Optional<String> value = head.header("Retry-After").map(String::strip);
    if (value.isEmpty()) {
      return null;
    }
    try {
      return Duration.ofSeconds(Math.max(0, Integer.parseInt(value.get())));
    } catch (NumberFormatException e) {
      return until(value.get(), head.header("Date"));
    }
  }

  private static Duration until(String date, Optional<String> now) {
    if (now.isEmpty()) {
      return null;
    }
    try {
      Duration wait = Duration.between(date(now.get()), date(date));
      return wait.isNegative() ? Duration.ZERO : wait;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static ZonedDateTime date(String date) {
    return ZonedDateTime.parse(date.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
  }
}
