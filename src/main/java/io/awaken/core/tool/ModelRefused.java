package io.awaken.core.tool;

/**
 * A tool gets no answer of the model (see {@link RunModel}). The message is fit for models and MCP
 * servers; it quotes no provider.
 */
public final class ModelRefused extends Exception {

  private static final long serialVersionUID = 1L;

  /** The call has no agent, or its tool runs on its run's thread. */
  public static final String NO_MODEL = "no_model";

  /** The run has reached a limit, such as its budget. */
  public static final String RUN_STOPS = "run_stops";

  /** The question or the answer is too large. */
  public static final String TOO_LARGE = "too_large";

  /** The model and its fallbacks did not answer. */
  public static final String MODEL_FAILED = "model_failed";

  private final String code;

  public ModelRefused(String code, String message) {
    super(message);
    this.code = code;
  }

  /** One of the constants, or the code of a caller that limits questions itself. */
  public String code() {
    return code;
  }
}
