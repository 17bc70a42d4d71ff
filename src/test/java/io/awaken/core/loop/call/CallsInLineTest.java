package io.awaken.core.loop.call;

import static io.awaken.core.spec.ToolExecutionMode.PARALLEL_STREAMING;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A step with more calls than may execute at once on a node. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Failures("F31")
class CallsInLineTest {

  /** Concurrency of a test node. */
  private static final int PERMITS = 16;

  private static final CountDownLatch NEVER = new CountDownLatch(1);

  @Test
  void hangingCallsTimeOutOrGetNoTurnAndTheRunEnds() {
    var hanging =
        new FunctionTool(
                "hanging",
                (arguments, context) -> {
                  NEVER.await();
                  return ToolResult.success("hanging", arguments);
                })
            .within(Duration.ofMillis(50));
    TestNode node = node(calls("hanging", PERMITS + 4).says("done"), hanging);

    assertThat(node.run("t", "go").status()).isEqualTo(RunStatus.DONE);
    assertThat(results(node))
        .hasSize(PERMITS + 4)
        .allMatch(text -> text.contains("timeout") || text.contains("not executed"));
  }

  private static ScriptBuilder calls(String tool, int count) {
    ScriptBuilder script = Script.builder().calls(tool, Map.of("value", "0"));
    for (int i = 1; i < count; i++) {
      script = script.andCalls(tool, Map.of("value", String.valueOf(i)));
    }
    return script;
  }

  private static TestNode node(ScriptBuilder script, Tool... tools) {
    return new TestNode(
        new RecordingModel(script),
        agent -> agent.toBuilder().toolExecutionMode(PARALLEL_STREAMING).build(),
        tools);
  }

  private static List<String> results(TestNode node) {
    return node.stores.threads().history(new ThreadId("t")).stream()
        .filter(message -> message.toolCallId() != null)
        .map(Message::text)
        .toList();
  }
}
