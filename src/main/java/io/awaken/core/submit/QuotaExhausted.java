package io.awaken.core.submit;

/** A quota has no room for a request; nothing was written. */
public final class QuotaExhausted extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;
  private final int retryAfter;
  private final transient UsedUp usedUp;

  /**
   * An exhausted quota of runs.
   *
   * @param quota the setting
   * @param limit its value
   */
  public record UsedUp(String quota, String limit) {}

  QuotaExhausted(String code, String message, int retryAfter, UsedUp usedUp) {
    super(message, null, false, false);
    this.code = code;
    this.retryAfter = retryAfter;
    this.usedUp = usedUp;
  }

  /** The stable code for clients. */
  public String code() {
    return code;
  }

  /** Seconds before a retry. */
  public int retryAfter() {
    return retryAfter;
  }

  /** The quota; null for a rate of requests. */
  public UsedUp usedUp() {
    return usedUp;
  }
}
