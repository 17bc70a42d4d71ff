package io.awaken.builtin.stop;

/**
 * Stops after the step in which the model calls a tool (features row 141).
 *
 * @param toolName the tool's id
 */
public record StopOnTool(String toolName) implements StopPolicy {

  static final String ID = "stop_on_tool";

  @Override
  public String id() {
    return ID;
  }

  @Override
  public StopDecision evaluate(StopStats stats) {
    return stats.lastToolNames().contains(toolName)
        ? StopDecision.stop(ID, "tool " + toolName + " was called")
        : StopDecision.CONTINUE;
  }
}
