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
 * Commits what the tools of calls at work at the same time want of the state (features row 126):
 * the second one that writes an exclusive key fails, and nothing of its command happens.
 */
final class StateMerge {

  private final Set<String> written = new HashSet<>(0);

  /**
   * @return the result as it counts
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
