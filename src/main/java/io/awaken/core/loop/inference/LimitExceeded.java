package io.awaken.core.loop.inference;

/** Data of a run exceeds a size limit; the run ends with the code. */
public final class LimitExceeded extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * @param code for machines
   * @param message names the limit; safe to show to clients
   */
  LimitExceeded(String code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  static LimitExceeded answer(long limit) {
    return new LimitExceeded(
        "answer_too_large", "the answer of the model has more than %d bytes".formatted(limit));
  }

  public static LimitExceeded window(long limit) {
    return new LimitExceeded(
        "history_too_large",
        "the last message, with the calls that it belongs to, has more than the %d bytes that a run"
                .formatted(limit)
            + " reads of its thread");
  }

  public String code() {
    return code;
  }
}
