package io.awaken.core.phase;

import io.awaken.core.plugin.PhaseContext;
import io.awaken.core.plugin.PhaseHook;
import java.util.List;

/**
 * Takes a run through a phase: looks whether it was asked to stop, then calls the hooks in their
 * order. Thread-safe; one instance serves all runs.
 */
public final class PhaseRunner {

  private final List<PhaseHook> hooks;

  public PhaseRunner(List<PhaseHook> hooks) {
    this.hooks = List.copyOf(hooks);
  }

  /**
   * @throws io.awaken.core.run.RunCancelled at the boundary, when the run was asked to stop
   */
  public void run(PhaseContext context) {
    context.cancellation().throwIfCancelled();
    for (PhaseHook hook : hooks) {
      hook.run(context);
    }
  }
}
