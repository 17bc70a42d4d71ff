package io.awaken.samples;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.ToolIntercept;
import java.util.List;
import java.util.Optional;

/** Answers calls of a step beyond so many with an error; each agent says how many. */
public final class RateLimit implements Plugin {

  /** The section of an agent; 0 is no limit. */
  public record Limits(int maxCallsPerStep) {}

  private static final ConfigSection<Limits> SECTION =
      ConfigSection.of("rate_limit", schema(), Limits.class, () -> new Limits(0));

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("rate-limit");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerSection(SECTION);
    registrar.registerToolGateHook(RateLimit::decide);
  }

  private static Optional<ToolIntercept> decide(PhaseContext context) {
    int limit = context.config(SECTION).maxCallsPerStep();
    List<String> calls = context.answer().toolCalls().stream().map(ToolCall::id).toList();
    int before = calls.indexOf(context.call().id());
    if (limit == 0 || before < limit) {
      return Optional.empty();
    }
    String reason = "only " + limit + " calls at a time; ask again";
    return Optional.of(
        new ToolIntercept.SetResult(
            ToolResult.errorWithCode(context.call().name(), "rate_limited", reason)));
  }

  private static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.putObject("properties").putObject("max_calls_per_step").put("type", "integer");
    schema.put("additionalProperties", false);
    return schema;
  }
}
