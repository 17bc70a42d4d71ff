package io.awaken.core.phase;

import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.PhaseContext;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.state.Phase;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateStore;

/** The run that goes through a phase, as the engine needs it. Used by the run's thread. */
public interface PhaseScope {

  /** Its plugins. */
  ExecutionEnv env();

  /** Its state. */
  StateStore state();

  /** Asks it to stop. */
  CancellationToken cancellation();

  /** What hooks get; made only when there is one. */
  PhaseContext context(Phase phase, Snapshot state);
}
