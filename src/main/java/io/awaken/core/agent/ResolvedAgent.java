package io.awaken.core.agent;

import io.awaken.core.model.LlmExecutor;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.context.Sections;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.tool.ToolDescriptor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An agent with everything a run needs (features row 31).
 *
 * @param spec the agent
 * @param model its model
 * @param executor calls the model
 * @param tools its tools by id
 * @param descriptors the tools for the model, in a stable order
 * @param env environment of its plugins
 * @param sections configuration of its plugins, read once for all of its runs
 */
public record ResolvedAgent(
    AgentSpec spec,
    ModelSpec model,
    LlmExecutor executor,
    Map<String, RegisteredTool> tools,
    List<ToolDescriptor> descriptors,
    ExecutionEnv env,
    Sections sections) {

  /**
   * A copy with more tools, as far as it may use them. Existing tools are never replaced (attack
   * S41).
   */
  public ResolvedAgent with(List<RegisteredTool> more) {
    if (more.isEmpty()) {
      return this;
    }
    var all = new LinkedHashMap<>(tools);
    for (RegisteredTool tool : more) {
      String id = tool.descriptor().id();
      if (spec.mayUse(id)) {
        all.putIfAbsent(id, tool);
      }
    }
    return new ResolvedAgent(
        spec,
        model,
        executor,
        Collections.unmodifiableMap(all),
        all.values().stream().map(RegisteredTool::descriptor).toList(),
        env,
        sections);
  }
}
