package io.awaken.http.security;

/**
 * Why a request was not done, in the one shape that every route answers with: {@code error}, {@code
 * code}, for bad input {@code field}, and where something stands against it {@code details}.
 *
 * @param status the HTTP status
 * @param code machine-readable
 * @param message for people; names field and limit, never an internal
 * @param field the field as the wire names it, or null
 * @param retryAfter seconds after which it may be tried again, or null
 * @param details what stands against it, a record as the wire shows it, or null
 */
public record Refusal(
    int status, String code, String message, String field, Integer retryAfter, Record details) {

  private static final int SHOWN = 128;

  /** A refusal that says all in its message. */
  public Refusal(int status, String code, String message, String field, Integer retryAfter) {
    this(status, code, message, field, retryAfter, null);
  }

  /** Bad input in a field. */
  public static Refusal invalid(String field, String message) {
    return new Refusal(400, "invalid_field", message, field, null);
  }

  /** A field that must be there. */
  public static Refusal missing(String field) {
    return new Refusal(400, "missing_field", field + " is required", field, null);
  }

  /** A request that cannot be read or makes no sense as a whole. */
  public static Refusal bad(String code, String message) {
    return new Refusal(400, code, message, null, null);
  }

  /**
   * @param kind what is not there, for example {@code thread}
   */
  public static Refusal notFound(String kind, String id) {
    return new Refusal(404, kind + "_not_found", kind + " not found: " + shortened(id), null, null);
  }

  /** No credentials, or invalid ones; the answer says which scheme is expected. */
  public static Refusal unauthorized(String code, String message) {
    return new Refusal(401, code, message, null, null);
  }

  public static Refusal tooLarge(long limit) {
    return new Refusal(
        413, "body_too_large", "the body has more than %d bytes".formatted(limit), null, null);
  }

  public static Refusal conflict(String code, String message) {
    return new Refusal(409, code, message, null, null);
  }

  /** The caller may not do it; the message says what it takes. */
  public static Refusal forbidden(String code, String message) {
    return new Refusal(403, code, message, null, null);
  }

  /** A copy about a field, or about none. */
  public Refusal about(String other) {
    return new Refusal(status, code, message, other, retryAfter, details);
  }

  /** A copy with these details. */
  public Refusal with(Record other) {
    return new Refusal(status, code, message, field, retryAfter, other);
  }

  /** Nothing wrong with the request; this node cannot do it now. */
  public static Refusal unavailable(String message, int retryAfter) {
    return new Refusal(503, "unavailable", message, null, retryAfter);
  }

  public RefusedException exception() {
    return new RefusedException(this);
  }

  private static String shortened(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}
