package io.awaken.core.plugin;

import io.awaken.core.message.ToolCall;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunIdentity;

/**
 * Where a run stands when a phase is entered.
 *
 * @param phase the phase
 * @param run the run
 * @param step the step, counted from 1; 0 before the first
 * @param call the call that the phase is about; null for phases of the run or step
 * @param cancellation asks the run to stop
 */
public record PhaseContext(
    Phase phase, RunIdentity run, int step, ToolCall call, CancellationToken cancellation) {}
