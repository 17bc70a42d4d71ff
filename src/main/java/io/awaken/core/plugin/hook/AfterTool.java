package io.awaken.core.plugin.hook;

import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.StateCommand;

/**
 * Called for each result, even one that no tool returned: unknown tool, invalid arguments, an
 * answer of a hook or gate.
 */
@FunctionalInterface
public interface AfterTool {

  /** A vote to end the run after the round. */
  enum Vote {
    YES,
    NO,
    ABSTAIN
  }

  /**
   * A null field leaves its value unchanged; values are replaced, not merged.
   *
   * @param result replaces the result
   * @param error replaces the error flag
   * @param terminate a vote: the run ends after this round when every call has at least one vote,
   *     none is no and at least one is yes; a call without a vote counts as no
   * @param last whether later hooks are skipped
   * @param command further changes, such as a state update; null for nothing
   */
  record Decision(
      ToolResult result, Boolean error, Vote terminate, boolean last, StateCommand command) {

    public static final Decision KEEP = new Decision(null, null, null, false);

    /** Without further changes. */
    public Decision(ToolResult result, Boolean error, Vote terminate, boolean last) {
      this(result, error, terminate, last, null);
    }

    public static Decision replace(ToolResult result) {
      return new Decision(result, null, null, false);
    }

    public static Decision markError(boolean error) {
      return new Decision(null, error, null, false);
    }

    public static Decision vote(boolean terminate) {
      return new Decision(null, null, terminate ? Vote.YES : Vote.NO, false);
    }

    /** Counts neither as yes nor as no, for a call that is only advisory. */
    public static Decision abstain() {
      return new Decision(null, null, Vote.ABSTAIN, false);
    }

    /** A copy that skips later hooks. */
    public Decision andStop() {
      return new Decision(result, error, terminate, true, command);
    }

    /** A copy with these further changes. */
    public Decision and(StateCommand wanted) {
      return new Decision(result, error, terminate, last, wanted);
    }
  }

  /**
   * @param result as the hook before left it
   */
  Decision afterTool(PhaseContext context, ToolCall call, ToolResult result) throws Exception;
}
