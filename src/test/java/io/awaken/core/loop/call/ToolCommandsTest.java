package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** State changes of tools besides their results. */
class ToolCommandsTest {

  private static final StateKey<String, String> LAST =
      StateKey.<String, String>of("last", String.class, () -> "", (before, next) -> next)
          .threadScoped();
  private static final StateKey<Integer, Integer> SUM =
      StateKey.of("sum", Integer.class, () -> 0, Integer::sum).commutative().threadScoped();
  private static final StateKey<String, String> UNKNOWN =
      StateKey.of("unknown", String.class, () -> "", (before, next) -> next);

  private static final Plugin KEYS =
      new TestPlugin(
          "keys",
          r -> {
            r.registerKey(LAST);
            r.registerKey(SUM);
          });

  /** A tool that answers "ok" and changes the state. */
  private record Commanding(Supplier<StateCommand> command) implements Tool {
    @Override
    public ToolDescriptor descriptor() {
      return FunctionTool.answering("echo", "").descriptor();
    }

    @Override
    public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
      return ToolOutput.of(ToolResult.success("echo", arguments.get("value"))).with(command.get());
    }
  }

  private TestNode node;

  private RunRecord run(ToolExecutionMode mode, Supplier<StateCommand> command) {
    node =
        new TestNode(
            new RecordingModel(
                Script.builder()
                    .calls("echo", Map.of("value", "x"))
                    .andCalls("echo", Map.of("value", "y"))
                    .says("done")),
            agent -> agent.toBuilder().toolExecutionMode(mode).build(),
            List.of(KEYS),
            new Commanding(command));
    return node.run("t", "go");
  }

  private JsonNode stored(RunRecord run, String key) {
    return node.stores
        .threads()
        .state(new ThreadId("t"), run.runId())
        .thread()
        .extensions()
        .get(key);
  }

  private List<String> results() {
    return node.stores.threads().history(new ThreadId("t")).stream()
        .filter(message -> message.toolCallId() != null)
        .map(message -> message.text())
        .toList();
  }

  @Test
  @Rows({115, 126})
  void commutativeKeysMergeTheWritesOfAllCalls() {
    var run = run(ToolExecutionMode.PARALLEL_STREAMING, () -> StateCommand.none().update(SUM, 21));

    assertThat(stored(run, "sum").asInt()).isEqualTo(42);
    assertThat(results()).containsExactlyInAnyOrder("x", "y");
  }

  @Test
  @Rows({115, 122})
  void inSequenceEveryCallMayWriteAnExclusiveKey() {
    var run = run(ToolExecutionMode.SEQUENTIAL, () -> StateCommand.none().update(LAST, "me"));

    assertThat(stored(run, "last").asText()).isEqualTo("me");
    assertThat(results()).containsExactly("x", "y");
  }

  @Test
  @Rows({115, 126})
  void onlyOneOfTwoConcurrentCallsMayWriteAnExclusiveKey() {
    var both = new CyclicBarrier(2);
    var run =
        run(
            ToolExecutionMode.PARALLEL_STREAMING,
            () -> {
              meet(both);
              return StateCommand.none().update(LAST, "me").update(SUM, 1);
            });

    assertThat(stored(run, "last").asText()).isEqualTo("me");
    assertThat(stored(run, "sum").asInt()).as("nothing of the other command happened").isEqualTo(1);
    assertThat(results())
        .filteredOn(text -> text.contains("parallel calls wrote state key last"))
        .hasSize(1);
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aCommandWithAnUnregisteredActionFailsTheCallAndChangesNothing() {
    var run =
        run(
            ToolExecutionMode.SEQUENTIAL,
            () -> StateCommand.none().update(SUM, 1).update(UNKNOWN, "x"));

    assertThat(stored(run, "sum")).isNull();
    assertThat(results()).allMatch(text -> text.contains("unknown"));
    assertThat(run.finalOutput()).isEqualTo("done");
  }
}
