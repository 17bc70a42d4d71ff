package io.awaken.testkit;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.tool.ToolCallContext;

/** Contexts to call a tool with in a test (features row 7). */
public final class ToolCallContexts {

  private ToolCallContexts() {}

  /** The call {@code test-call} of the tool {@code test-tool} by the anonymous caller. */
  public static ToolCallContext test() {
    return test("test-tool");
  }

  /** The same of this tool. */
  public static ToolCallContext test(String toolName) {
    return new ToolCallContext(
        "test-call",
        toolName,
        TestRun.IDENTITY,
        TestRun.AGENT,
        "test-run:1:test-call",
        new CancellationToken());
  }
}
