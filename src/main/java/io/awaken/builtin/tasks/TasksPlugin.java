package io.awaken.builtin.tasks;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.tool.ToolDescriptor;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets the model start background tasks, and list, cancel and message them, with the tools {@code
 * spawn_task}, {@code task_status}, {@code cancel_task} and {@code send_message}. Immutable.
 */
public final class TasksPlugin implements Plugin {

  public static final String NAME = "background_tasks";

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "lets the model start work that outlives its turn", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerSection(TaskSection.SECTION);
    for (TaskTool.Kind kind : TaskTool.Kind.values()) {
      registrar.registerTool(new TaskTool(kind));
    }
    registrar.registerRequestTransform(TasksPlugin::described);
  }

  /** Lists the agents in the schema of {@code spawn_task}. */
  private static LlmRequest described(HookContext context, LlmRequest request) {
    List<String> agents = context.config(TaskSection.SECTION).of(context.agent());
    List<ToolDescriptor> tools = new ArrayList<>(request.tools());
    tools.replaceAll(
        tool -> TaskTool.Kind.SPAWN.describes(tool) ? TaskTool.of(tool, agents) : tool);
    return new LlmRequest(
        request.model(), request.system(), request.messages(), tools, request.parameters());
  }
}
