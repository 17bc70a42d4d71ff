package io.awaken.core.loop.activation;

import io.awaken.core.tool.ToolDescriptor;
import java.util.List;
import java.util.Map;

/**
 * The tools that the model is told of in one step.
 *
 * @param tools in a stable order
 * @param denials why some are hidden, by tool id, where a filter gave a reason
 * @param all whether nothing is hidden
 */
public record ToolOffer(List<ToolDescriptor> tools, Map<String, String> denials, boolean all) {

  public static ToolOffer all(List<ToolDescriptor> tools) {
    return new ToolOffer(tools, Map.of(), true);
  }

  public boolean hides(String toolId) {
    return !all && tools.stream().noneMatch(tool -> tool.id().equals(toolId));
  }

  /** What the model gets when it calls a hidden tool. */
  public String denial(String toolId) {
    return denials.getOrDefault(toolId, "the tool " + toolId + " is not available in this step");
  }
}
