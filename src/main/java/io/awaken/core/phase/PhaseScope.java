package io.awaken.core.phase;

import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.state.Phase;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateStore;
import io.awaken.core.state.TypedEffect;
import java.util.List;

/** The engine's view of a run in a phase. Used by the run's thread. */
public interface PhaseScope {

  /** Its plugins. */
  ExecutionEnv env();

  /** Its state. */
  StateStore state();

  /** Signals the run to stop. */
  CancellationToken cancellation();

  /**
   * Collects effects whose command is part of the state, until the durable commit contains them.
   */
  void emit(List<TypedEffect> effects);

  /** The context of hooks; created only if there is a hook. */
  PhaseContext context(Phase phase, Snapshot state);
}
