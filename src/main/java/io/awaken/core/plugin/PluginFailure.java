package io.awaken.core.plugin;

import io.awaken.core.state.StateException;

/**
 * A part of a plugin failed and its policy does not ignore that. The message names plugin and point
 * and is fit for clients; the cause is for the log.
 */
public final class PluginFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final FailurePolicy policy;

  public PluginFailure(Registered<?> failed, Throwable cause) {
    super(
        "plugin " + failed.plugin() + " failed at " + failed.at().name() + ": " + reason(cause),
        cause);
    this.policy = failed.onFailure();
  }

  /** Messages of foreign exceptions may contain what clients must not see; ours name a key. */
  private static String reason(Throwable cause) {
    return cause instanceof StateException ? cause.getMessage() : cause.getClass().getSimpleName();
  }

  public FailurePolicy policy() {
    return policy;
  }
}
