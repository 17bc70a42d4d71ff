package io.awaken.core.plugin;

import io.awaken.core.message.ToolResult;

/** What a gate may decide about a call instead of letting it run (features rows 118-119). */
public sealed interface ToolIntercept {

  /** Higher wins. */
  int rank();

  /** The call fails and the run ends. */
  record Block(String reason) implements ToolIntercept {
    @Override
    public int rank() {
      return 3;
    }
  }

  /** The call has this result; its tool is not asked. */
  record SetResult(ToolResult result) implements ToolIntercept {
    @Override
    public int rank() {
      return 1;
    }
  }
}
