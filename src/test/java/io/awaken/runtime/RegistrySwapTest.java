package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.ChangingTools;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.testkit.CollectingSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Rows(31)
class RegistrySwapTest {

  private static final int RUNS = 100;

  @Test
  @Timeout(30)
  void replacingAnAgentAffectsOnlyNewRuns() throws Exception {
    var model = new BlockingModel();
    try (var runtime = runtime(model, "old");
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<RunResult>> live = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        live.add(callers.submit(() -> runtime.run(RunRequest.of("a", "hi"), new CollectingSink())));
      }
      model.blocked.await();

      runtime.replace(agent("new"));
      model.open.countDown();

      for (Future<RunResult> run : live) {
        assertThat(run.get().response()).isEqualTo("done");
        assertThat(run.get().steps()).isEqualTo(2);
      }
      assertThat(model.prompts).hasSize(2 * RUNS).containsOnly("old");

      runtime.run(RunRequest.of("a", "hi"), new CollectingSink());

      assertThat(model.prompts.subList(2 * RUNS, 2 * RUNS + 2)).containsOnly("new");
    }
  }

  @Test
  void aReplacementThatDoesNotResolveKeepsTheOldAgent() {
    try (var runtime = runtime(new BlockingModel(), "old")) {
      var failure =
          catchThrowableOfType(
              AgentRuntimeException.class, () -> runtime.replace(AgentSpec.of("a", "none")));

      assertThat(failure.error())
          .isEqualTo(new RuntimeError.ResolveFailed("agent a names an unknown model: none"));
      assertThat(runtime.registry().agents().get("a").systemPrompt()).isEqualTo("old");
    }
  }

  @Test
  void everythingCanBeReplacedAtOnce() {
    var next = new ScriptedModel(Script.builder().says("another world").build());
    try (var runtime = runtime(new BlockingModel(), "old")) {
      runtime.publish(
          new RegistrySnapshot(
              Map.of("b", AgentSpec.of("b", "n")),
              Map.of("n", new ModelSpec("n", "q", "x")),
              Map.of("q", next),
              Map.of(),
              PluginSet.NONE,
              ModelPorts.plain()));

      assertThat(runtime.run(RunRequest.of("b", "hi"), new CollectingSink()).response())
          .isEqualTo("another world");
      assertThat(
              catchThrowableOfType(
                      AgentRuntimeException.class,
                      () -> runtime.run(RunRequest.of("a", "hi"), new CollectingSink()))
                  .error())
          .isEqualTo(new RuntimeError.AgentNotFound("a"));
    }
  }

  @Test
  @Rows(235)
  void aToolSourceAddsAndRemovesToolsOfRuns() {
    var source = new ChangingTools("source");
    var moved = FunctionTool.answering("moved", "x");
    var model =
        new ScriptedModel(
            Script.builder().calls("moved", Map.of("value", "x")).says("done").build());
    try (var runtime =
        AgentRuntime.builder()
            .inMemory()
            .withAgentSpec(agent("old"))
            .withModel(new ModelSpec("m", "p", "x"))
            .withProvider("p", model)
            .withToolSource(source)
            .build()) {
      runtime.run(RunRequest.of("a", "hi"), new CollectingSink());
      assertThat(moved.calls()).isEmpty();

      source.offer(moved, FunctionTool.answering("joined", "x").transactional(true));
      runtime.run(RunRequest.of("a", "hi"), new CollectingSink());
      assertThat(moved.calls()).hasSize(1);
      assertThat(runtime.registry().tools()).containsOnlyKeys("moved");

      source.offer();
      runtime.run(RunRequest.of("a", "hi"), new CollectingSink());
      assertThat(moved.calls()).hasSize(1);
    }
  }

  @Test
  void twoToolSourcesWithOneNameAreAConflict() {
    var builder =
        AgentRuntime.builder()
            .inMemory()
            .withToolSource(new ChangingTools("source"))
            .withToolSource(new ChangingTools("source"));

    assertThat(catchThrowableOfType(BuildException.class, builder::build).kind())
        .isEqualTo(BuildException.Kind.TOOL_REGISTRY_CONFLICT);
  }

  private static AgentRuntime runtime(LlmExecutor model, String prompt) {
    return AgentRuntime.builder()
        .inMemory()
        .withAgentSpec(agent(prompt))
        .withModel(new ModelSpec("m", "p", "x"))
        .withProvider("p", model)
        .withTool("look", FunctionTool.answering("look", "x"))
        .build();
  }

  private static AgentSpec agent(String prompt) {
    return AgentSpec.builder("a", "m").systemPrompt(prompt).build();
  }

  /** Calls a tool, then ends; delays its first answers until it is opened. */
  private static final class BlockingModel implements LlmExecutor {
    final CountDownLatch blocked = new CountDownLatch(RUNS);
    final CountDownLatch open = new CountDownLatch(1);
    final List<String> prompts = new CopyOnWriteArrayList<>();
    private final LlmExecutor script =
        new ScriptedModel(
            Script.builder().calls("look", Map.of("value", "x")).says("done").build());

    @Override
    public StreamResult execute(
        LlmRequest request, LlmListener listener, CancellationToken cancellation)
        throws InferenceException {
      prompts.add(request.system());
      blocked.countDown();
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return script.execute(request, listener, cancellation);
    }
  }
}
