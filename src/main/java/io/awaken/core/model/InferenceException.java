package io.awaken.core.model;

import io.awaken.core.text.ForeignText;
import java.time.Duration;
import java.util.Locale;

/**
 * A failed model call. The message is for the operator's log and may quote the provider, but never
 * a key. Clients see only the {@link Kind}: {@link #forClients()}.
 */
public final class InferenceException extends Exception {

  private static final long serialVersionUID = 1L;

  private static final int MAX_LINE = 1_000;
  private static final int MAX_REASON = 300;

  /** The kinds of failure, by possible remedy. */
  public enum Kind {
    PROVIDER(true, "the model provider failed"),
    RATE_LIMITED(true, "the model provider limits the rate of requests"),
    OVERLOADED(true, "the model provider is overloaded"),
    TIMEOUT(true, "the model provider took too long"),
    EMPTY_ANSWER(true, "the model answered with nothing"),
    STREAM_INTERRUPTED(true, "the model provider broke off in the middle of its answer"),
    CONTEXT_OVERFLOW(false, "the conversation is too long for the model"),
    INVALID_REQUEST(false, "the model provider refused the request"),
    UNAUTHORIZED(false, "the model provider refused the credentials"),
    MODEL_NOT_FOUND(false, "the model provider does not know the model"),
    CONTENT_FILTERED(false, "the model provider refused the content"),
    UNSUPPORTED_CONTENT(false, "the model cannot take a part of the conversation"),
    STOPPED_EARLY(false, "the model provider stopped the answer early"),
    TOOLS_NOT_SUPPORTED(
        false, "the model does not support tools; choose another model, or give the agent none"),
    MODEL_UNAVAILABLE(false, "all models of the agent are paused after repeated failures"),
    REMOTE_UNREACHABLE(false, "the remote agent cannot be reached"),
    REMOTE_REFUSED(false, "the remote agent cannot be used"),
    REMOTE_FAILED(false, "the remote agent failed"),
    REMOTE_REJECTED(false, "the remote agent rejected the task"),
    REMOTE_CANCELED(false, "the remote agent was cancelled"),
    REMOTE_TIMEOUT(false, "the remote agent took too long");

    private final String code = name().toLowerCase(Locale.ROOT);
    private final boolean retryable;
    private final String sentence;

    Kind(boolean retryable, String sentence) {
      this.retryable = retryable;
      this.sentence = sentence;
    }

    /** The name on the wire, for example {@code rate_limited}. */
    public String code() {
      return code;
    }

    public boolean retryable() {
      return retryable;
    }

    /**
     * Whether a circuit breaker counts it (features row 105). A rate limit, an invalid request or
     * an empty answer to one conversation does not indicate an unhealthy model.
     */
    boolean indicatesUnhealthyModel() {
      return indicatesOutage() || this == UNAUTHORIZED || this == MODEL_NOT_FOUND;
    }

    /** Whether the model may answer later without any change. */
    boolean indicatesOutage() {
      return retryable && this != RATE_LIMITED && this != EMPTY_ANSWER;
    }
  }

  private final Kind kind;
  private final Duration retryAfter;
  private final String part;
  private final transient StreamResult soFar;

  public InferenceException(Kind kind, String message, Throwable cause) {
    this(kind, message, null, cause);
  }

  /**
   * @param retryAfter the retry delay that the provider requires; null for none
   */
  public InferenceException(Kind kind, String message, Duration retryAfter, Throwable cause) {
    this(kind, message, retryAfter, cause, null, null);
  }

  private InferenceException(
      Kind kind,
      String message,
      Duration retryAfter,
      Throwable cause,
      String part,
      StreamResult soFar) {
    super(message, cause);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.part = part;
    this.soFar = soFar;
  }

  /**
   * The wire does not support a part of the conversation.
   *
   * @param part the part and the reason, in the wire's own words; clients see it, so it must not
   *     quote a provider
   */
  public static InferenceException unsupported(String part) {
    return new InferenceException(Kind.UNSUPPORTED_CONTENT, part, null, null, part, null);
  }

  /**
   * A remote agent failed.
   *
   * @param part the reason in this server's own words, since clients see it
   */
  public static InferenceException remote(Kind kind, String part) {
    return new InferenceException(kind, part, null, null, part, null);
  }

  /**
   * A copy for an interrupted answer.
   *
   * @param answer see {@link #soFar}
   */
  public InferenceException after(StreamResult answer) {
    var same = new InferenceException(kind, getMessage(), retryAfter, getCause(), part, answer);
    same.setStackTrace(getStackTrace());
    return same;
  }

  public Kind kind() {
    return kind;
  }

  /**
   * The received part of an interrupted answer: text, complete reasoning and complete calls; {@link
   * StreamResult#hasIncompleteToolCalls} reports whether another call had started. Null when it is
   * unknown what was complete.
   */
  public StreamResult soFar() {
    return soFar;
  }

  /**
   * The text for clients and run records: a fixed sentence for the kind, the part of {@link
   * #unsupported}, and the kind's code.
   */
  public String forClients() {
    String more = part == null ? "" : ": " + part;
    return kind.sentence + more + " (" + kind.code() + ")";
  }

  /** The text of {@link #forClients} and the provider's own reason, shortened. */
  public String forOperators() {
    // The part is the message.
    return forClients() + (part == null ? ": " + ForeignText.line(getMessage(), MAX_REASON) : "");
  }

  /**
   * The text for the log: the message and any cause, on one bounded line with credentials masked.
   */
  public String logLine() {
    String message = String.valueOf(getMessage());
    return ForeignText.line(getCause() == null ? message : message + ": " + getCause(), MAX_LINE);
  }

  /** The retry delay that the provider requires, or null. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
