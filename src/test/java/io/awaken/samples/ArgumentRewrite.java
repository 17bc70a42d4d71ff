package io.awaken.samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.BeforeTool;

/** Tidies one text argument of one tool before the tool, and everybody else, sees it. */
public final class ArgumentRewrite implements Plugin {

  private final String tool;
  private final String argument;

  public ArgumentRewrite(String tool, String argument) {
    this.tool = tool;
    this.argument = argument;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("argument-rewrite");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.beforeTool((context, call) -> new BeforeTool.Proceed(tidied(call)));
  }

  private JsonNode tidied(ToolCall call) {
    if (!call.name().equals(tool) || !call.arguments().path(argument).isTextual()) {
      return call.arguments();
    }
    ObjectNode arguments = call.arguments().deepCopy();
    return arguments.put(argument, arguments.get(argument).textValue().strip());
  }
}
