package io.awaken.core.action;

import io.awaken.core.run.TerminationReason;

/**
 * Whether a run shall end at its next boundary, and why (features rows 54, 72, 143). A plugin asks
 * for it with an update of {@link RuntimeKeys#RUN_LIFECYCLE}; the first reason stays.
 *
 * @param ending why the run shall end; null while it continues
 */
public record RunLifecycle(TerminationReason ending) {

  public static final RunLifecycle RUNNING = new RunLifecycle(null);

  RunLifecycle end(TerminationReason reason) {
    return ending == null ? new RunLifecycle(reason) : this;
  }
}
