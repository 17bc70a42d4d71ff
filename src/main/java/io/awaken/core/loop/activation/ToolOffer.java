package io.awaken.core.loop.activation;

import io.awaken.core.tool.ToolDescriptor;
import java.util.List;
import java.util.Map;

/**
 * The tools offered to the model in one step.
 *
 * @param tools in a stable order
 * @param denials reasons of filters for hidden tools, by tool id
 * @param all whether no tool is hidden
 */
public record ToolOffer(List<ToolDescriptor> tools, Map<String, String> denials, boolean all) {

  public static ToolOffer all(List<ToolDescriptor> tools) {
    return new ToolOffer(tools, Map.of(), true);
  }

  public boolean hides(String toolId) {
    return !all && tools.stream().noneMatch(tool -> tool.id().equals(toolId));
  }

  /** The error for a call of a hidden tool. */
  public String denial(String toolId) {
    return denials.getOrDefault(toolId, "the tool " + toolId + " is not available in this step");
  }
}
