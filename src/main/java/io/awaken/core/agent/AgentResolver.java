package io.awaken.core.agent;

import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.tool.ToolDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Resolves an agent id against a snapshot: pure and all-or-nothing, done anew for every run
 * (features rows 31-32, 37).
 */
public final class AgentResolver {

  private AgentResolver() {}

  /**
   * @throws ResolveException naming what is missing
   */
  public static ResolvedAgent resolve(RegistrySnapshot registry, String agentId) {
    AgentSpec spec = registry.agents().get(agentId);
    if (spec == null) {
      throw new ResolveException(
          ResolveException.Kind.AGENT_NOT_FOUND, "agent not found: " + agentId);
    }
    ModelSpec model = model(registry, spec);
    Map<String, RegisteredTool> tools = tools(registry, spec);
    List<ToolDescriptor> descriptors =
        tools.values().stream().map(RegisteredTool::descriptor).toList();
    return new ResolvedAgent(
        spec,
        model,
        executor(registry, spec, model),
        tools,
        descriptors,
        AgentPlugins.env(registry.plugins(), spec));
  }

  private static ModelSpec model(RegistrySnapshot registry, AgentSpec spec) {
    ModelSpec model = registry.models().get(spec.modelId());
    if (model == null) {
      throw new ResolveException(
          ResolveException.Kind.MODEL_NOT_FOUND,
          "agent " + spec.id() + " names an unknown model: " + spec.modelId());
    }
    return model;
  }

  private static LlmExecutor executor(RegistrySnapshot registry, AgentSpec spec, ModelSpec model) {
    LlmExecutor executor = registry.executors().get(model.providerId());
    if (executor == null) {
      throw new ResolveException(
          ResolveException.Kind.PROVIDER_NOT_FOUND,
          "model "
              + model.id()
              + " of agent "
              + spec.id()
              + " names an unknown provider: "
              + model.providerId());
    }
    return executor;
  }

  private static Map<String, RegisteredTool> tools(RegistrySnapshot registry, AgentSpec spec) {
    var tools = new LinkedHashMap<String, RegisteredTool>();
    registry
        .tools()
        .forEach(
            (id, tool) -> {
              if (spec.mayUse(id)) {
                tools.put(id, tool);
              }
            });
    return tools;
  }
}
