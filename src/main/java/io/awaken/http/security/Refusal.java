package io.awaken.http.security;

import io.awaken.core.submit.QuotaExhausted;
import io.awaken.core.text.WholeText;

/**
 * Why a request was refused, in the common error format: {@code error}, {@code code}, for invalid
 * input {@code field}, and for conflicts {@code details}.
 *
 * @param status the HTTP status
 * @param code machine-readable
 * @param message for people; names field and limit, never an internal
 * @param field the field as the wire names it, or null
 * @param retryAfter seconds before a retry, or null
 * @param details of the conflict, a record as on the wire, or null
 */
public record Refusal(
    int status, String code, String message, String field, Integer retryAfter, Record details) {

  private static final int SHOWN = 128;

  /** A refusal without details. */
  public Refusal(int status, String code, String message, String field, Integer retryAfter) {
    this(status, code, message, field, retryAfter, null);
  }

  /** Invalid input in a field. */
  public static Refusal invalid(String field, String message) {
    return new Refusal(400, "invalid_field", message, field, null);
  }

  /** A required field is missing. */
  public static Refusal missing(String field) {
    return new Refusal(400, "missing_field", field + " is required", field, null);
  }

  /** A request that is unreadable or inconsistent. */
  public static Refusal bad(String code, String message) {
    return new Refusal(400, code, message, null, null);
  }

  /**
   * @param kind of the missing resource, for example {@code thread}
   */
  public static Refusal notFound(String kind, String id) {
    return new Refusal(404, kind + "_not_found", kind + " not found: " + shortened(id), null, null);
  }

  /** No credentials, or invalid ones; the answer names the expected scheme. */
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

  /** The caller is not authorised; the message names the requirement. */
  public static Refusal forbidden(String code, String message) {
    return new Refusal(403, code, message, null, null);
  }

  /** Returns a copy for a field, or for none. */
  public Refusal about(String other) {
    return new Refusal(status, code, message, other, retryAfter, details);
  }

  /** Returns a copy with these details. */
  public Refusal with(Record other) {
    return new Refusal(status, code, message, field, retryAfter, other);
  }

  /** The request is valid, but this node cannot serve it now. */
  public static Refusal unavailable(String message, int retryAfter) {
    return new Refusal(503, "unavailable", message, null, retryAfter);
  }

  /** An exhausted quota. */
  public static Refusal of(QuotaExhausted quota) {
    return new Refusal(
        429, quota.code(), quota.getMessage(), null, quota.retryAfter(), quota.usedUp());
  }

  public RefusedException exception() {
    return new RefusedException(this);
  }

  private static String shortened(String text) {
    return text.length() <= SHOWN ? text : WholeText.cut(text, SHOWN) + "...";
  }
}
