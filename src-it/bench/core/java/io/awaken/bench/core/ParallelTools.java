package io.awaken.bench.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.AgentRuntime;
import io.awaken.testkit.CollectingSink;
import java.util.Arrays;
import java.util.Map;

/** Measures a run of two model calls and ten parallel calls of a tool that takes 100 ms. */
final class ParallelTools {

  private static final int CALLS = 10;
  private static final long MILLIS = 100;

  private ParallelTools() {}

  private static final class Slow implements Tool {
    @Override
    public ToolDescriptor descriptor() {
      return new ToolDescriptor(
          "slow", null, "Takes its time.", JsonNodeFactory.instance.objectNode(), null);
    }

    @Override
    public ToolOutput execute(JsonNode arguments, ToolCallContext context)
        throws InterruptedException {
      Thread.sleep(MILLIS);
      return ToolOutput.success("slow", JsonNodeFactory.instance.textNode("done"));
    }
  }

  /**
   * @param rounds number of measured runs, after as many unmeasured ones
   * @return milliseconds of each run, ascending
   */
  static double[] measure(int rounds) {
    ScriptBuilder script = Script.builder().calls("slow", Map.of());
    for (int call = 1; call < CALLS; call++) {
      script = script.andCalls("slow", Map.of());
    }
    var agent =
        AgentSpec.builder("a", "m").toolExecutionMode(ToolExecutionMode.PARALLEL_STREAMING).build();
    var times = new double[rounds];
    try (var runtime =
        AgentRuntime.builder()
            .inMemory()
            .withAgentSpec(agent)
            .withModel(new ModelSpec("m", "p", "scripted"))
            .withProvider("p", new ScriptedModel(script.says("done").build()))
            .withTool("slow", new Slow())
            .build()) {
      for (int round = -rounds; round < rounds; round++) {
        long begun = System.nanoTime();
        runtime.run(RunRequest.of("a", "go"), new CollectingSink());
        if (round >= 0) {
          times[round] = (System.nanoTime() - begun) / 1e6;
        }
      }
    }
    Arrays.sort(times);
    return times;
  }
}
