package io.awaken.core.plugin;

/**
 * A part of a plugin failed, and its policy says that this counts. The message names plugin and
 * point and is fit for clients; the cause is for the log.
 */
public final class PluginFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final FailurePolicy policy;

  public PluginFailure(Registered<?> failed, Throwable cause) {
    super(
        "plugin "
            + failed.plugin()
            + " failed at "
            + failed.at().name()
            + ": "
            + cause.getClass().getSimpleName(),
        cause);
    this.policy = failed.onFailure();
  }

  public FailurePolicy policy() {
    return policy;
  }
}
