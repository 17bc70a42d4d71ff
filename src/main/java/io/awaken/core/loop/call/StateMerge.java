package io.awaken.core.loop.call;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.ToolResult;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.tool.ToolOutput;
import java.util.HashSet;
import java.util.Set;

/**
 * Commits the state changes of tools that executed concurrently (features row 126). The second
 * writer of an exclusive key fails, and its command has no effect.
 */
final class StateMerge {

  private final Set<String> written = new HashSet<>(0);

  /**
   * @return the result, which may be an error
   */
  ToolResult merged(PhaseRunner phases, Activation run, PreparedCall call, ToolOutput output) {
    StateCommand command = output.command();
    if (command == null || command.isEmpty()) {
      return output.result();
    }
    try {
      for (String key : command.mutations().exclusiveKeys()) {
        if (!written.add(key)) {
          throw new StateException(new StateError.ParallelMergeConflict(key));
        }
      }
      phases.submit(run.about(call.call(), null), command);
      return output.result();
    } catch (StateException e) {
      return ToolResult.errorWithCode(call.state().toolName(), "state_not_changed", e.getMessage());
    }
  }
}
