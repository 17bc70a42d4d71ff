package io.awaken.crash;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.actions.LoopActionsPlugin;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.FunctionTool;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The agents whose runs are cut off. Each calls its tools in its first step and says {@code done}
 * in its second. Tools and models reach into the {@link World}.
 */
final class CrashAgents {

  /** Whose model asks the first process for a minute before it answers for the last time. */
  static final String PATIENT = "patient";

  /** What each of them calls. */
  static final Map<String, List<String>> CALLS =
      Map.of(
          "one",
          List.of("book"),
          "harmless",
          List.of("look"),
          "never",
          List.of(WorldServer.KEYLESS),
          "three",
          List.of("a", "b", "c"),
          "row",
          List.of("a", "b", "c"),
          "half",
          List.of("a", "b"),
          "asked",
          List.of("book"),
          "askedNever",
          List.of(WorldServer.KEYLESS),
          PATIENT,
          List.of("book"),
          CrashContent.AGENT,
          List.of(CrashContent.TOOL));

  private static final Set<String> PARALLEL = Set.of("three", "half");

  private static final Map<String, String> GATES =
      Map.of("asked", "asks", "askedNever", "asks", "half", "asksHalf");

  private final World world;
  private final Plugin telling;

  private CrashAgents(World world, Plugin telling) {
    this.world = world;
    this.telling = telling;
  }

  static RegistrySnapshot registry(World world, ThreadStore threads) {
    return new CrashAgents(world, new CrashTelling(world, threads)).registry();
  }

  private RegistrySnapshot registry() {
    var agents = new HashMap<String, AgentSpec>();
    var models = new HashMap<String, ModelSpec>();
    var executors = new HashMap<String, LlmExecutor>();
    CALLS.forEach(
        (name, tools) -> {
          agents.put(name, agent(name));
          models.put(name, new ModelSpec(name, name, "scripted"));
          ScriptBuilder script =
              name.equals(CrashContent.AGENT) ? CrashContent.script() : script(tools);
          executors.put(name, counted(name, new ScriptedModel(script.build())));
        });
    Map<String, RegisteredTool> tools =
        Stream.of(
                tool("book", RetryClass.KEYED),
                tool("a", RetryClass.KEYED),
                tool("b", RetryClass.KEYED),
                tool("c", RetryClass.KEYED),
                tool(CrashContent.TOOL, RetryClass.KEYED),
                tool("look", RetryClass.SAFE),
                tool(WorldServer.KEYLESS, RetryClass.NEVER))
            .collect(Collectors.toMap(each -> each.descriptor().id(), RegisteredTool::of));
    return new RegistrySnapshot(agents, models, executors, tools, plugins(), ModelPorts.plain());
  }

  private static AgentSpec agent(String name) {
    var mode =
        PARALLEL.contains(name)
            ? ToolExecutionMode.PARALLEL_STREAMING
            : ToolExecutionMode.SEQUENTIAL;
    var spec = AgentSpec.of(name, name).toBuilder().toolExecutionMode(mode);
    if (name.equals(PATIENT)) {
      spec.section("retry", JsonNodeFactory.instance.objectNode());
    }
    return GATES.containsKey(name) ? spec.plugins(GATES.get(name)).build() : spec.build();
  }

  private PluginSet plugins() {
    return PluginSet.of(
        List.of(new LoopActionsPlugin(), telling),
        List.of(
            AskedRun.gate("asks", List.of("book", WorldServer.KEYLESS), ticket -> ticket),
            AskedRun.gate("asksHalf", List.of("b"), ticket -> ticket)));
  }

  private static ScriptBuilder script(List<String> tools) {
    ScriptBuilder script = Script.builder().calls(tools.getFirst(), Map.of("value", "it"));
    tools.stream().skip(1).forEach(tool -> script.andCalls(tool, Map.of("value", "it")));
    return script.says("done");
  }

  /** What a person says to these agents is the name of the conversation. */
  private LlmExecutor counted(String agent, ScriptedModel model) {
    return (request, listener, cancellation) -> {
      try {
        boolean first = world.asked(request.messages().getFirst().text());
        if (first && agent.equals(PATIENT) && request.messages().size() > 1) {
          throw new InferenceException(
              InferenceException.Kind.RATE_LIMITED, "slow", Duration.ofMinutes(1), null);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
      if (agent.equals(CrashContent.AGENT)) {
        CrashContent.requireWhole(request);
      }
      return model.execute(request, listener, cancellation);
    };
  }

  private Tool tool(String name, RetryClass retry) {
    return new FunctionTool(
            name,
            (arguments, context) -> {
              String thread = context.run().threadId().value();
              String answer = world.call(thread, name, context.idempotencyKey());
              return name.equals(CrashContent.TOOL)
                  ? CrashContent.result(answer)
                  : ToolResult.success(name, JsonNodeFactory.instance.textNode(answer));
            })
        .retried(retry);
  }
}
