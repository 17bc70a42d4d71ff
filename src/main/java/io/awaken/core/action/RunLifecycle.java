package io.awaken.core.action;

import io.awaken.core.run.TerminationReason;

/**
 * Whether a run ends at its next boundary, and why (features rows 54, 72, 143). A plugin requests
 * it by an update of {@link RuntimeKeys#RUN_LIFECYCLE}; the first reason wins.
 *
 * @param ending why the run ends; null while it continues
 */
public record RunLifecycle(TerminationReason ending) {

  public static final RunLifecycle RUNNING = new RunLifecycle(null);

  RunLifecycle end(TerminationReason reason) {
    return ending == null ? new RunLifecycle(reason) : this;
  }
}
