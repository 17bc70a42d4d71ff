package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.run.Fence;
import io.awaken.core.state.Phase;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The list in docs/architecture.md: the classes that a step passes from its claim to its commit.
 * They are the callers wherever a run leaves the core: it emits an event, calls a hook of a step's
 * phases or the model, or commits.
 */
class ClaimToCommitPathTest {

  private static final Set<Phase> OF_STEPS =
      Set.of(Phase.STEP_START, Phase.BEFORE_INFERENCE, Phase.AFTER_INFERENCE, Phase.STEP_END);

  private final Set<String> passed = new LinkedHashSet<>();
  private final List<String> atCommit = new ArrayList<>();

  @Test
  void aPlainStepPassesNineClasses() {
    run(Script.builder().says("It is fine.").build());

    assertThat(passed)
        .containsExactlyInAnyOrder(
            "AgentLoop",
            "RunOpening",
            "PhaseRunner",
            "Inference",
            "RecoveringExecutor",
            "RetryingExecutor",
            "RunEvents",
            "RunEnding",
            "StepWriter");
    assertThat(atCommit).containsExactly("AgentLoop", "RunEnding", "StepWriter");
  }

  @Test
  void aStepWithACallPassesNineClassesAndThreeOfThemCommitIt() {
    run(
        Script.builder()
            .says("Let me look")
            .andCalls("echo", Map.of("value", "x"))
            .says("It is fine")
            .build());

    assertThat(passed)
        .containsExactlyInAnyOrder(
            "AgentLoop",
            "RunOpening",
            "PhaseRunner",
            "Inference",
            "RecoveringExecutor",
            "RetryingExecutor",
            "RunEvents",
            "ToolRound",
            "StepWriter");
    assertThat(atCommit).containsExactly("AgentLoop", "ToolRound", "StepWriter");
  }

  @Test
  void theListNamesThem() throws IOException {
    String list =
        Files.readString(Path.of("docs/architecture.md"))
            .lines()
            .dropWhile(line -> !line.startsWith("From the claim to a commit"))
            .takeWhile(line -> !line.isEmpty())
            .collect(Collectors.joining("\n"));

    run(Script.builder().says("It is fine.").build());

    assertThat(passed).isNotEmpty().allSatisfy(type -> assertThat(list).contains("`" + type + "`"));
  }

  private void run(Script script) {
    RuntimeStores stores = TestNode.inMemory();
    LlmExecutor model = new ScriptedModel(script);
    var node =
        new TestNode(
            stores.with(watched(stores.commits())),
            ports -> new LoopPorts(ports.stores(), watched(ports.sinks()), ports.settings()),
            (request, listener, cancellation) -> {
              look();
              return model.execute(request, listener, cancellation);
            },
            UnaryOperator.identity(),
            List.of(new LookingPlugin()),
            FunctionTool.answering("echo", "42"));
    node.run("t", "Weather in Bern?");
  }

  /** Looks whenever a phase of a step calls its hooks. */
  private final class LookingPlugin implements Plugin {
    @Override
    public PluginDescriptor descriptor() {
      return PluginDescriptor.of("looking");
    }

    @Override
    public void register(PluginRegistrar registrar) {
      for (Phase phase : OF_STEPS) {
        registrar.registerPhaseHook(
            phase,
            context -> {
              look();
              return null;
            });
      }
    }
  }

  private void look() {
    if (atCommit.isEmpty()) {
      passed.addAll(callers());
    }
  }

  private void lookAtCommit() {
    if (atCommit.isEmpty()) {
      atCommit.addAll(callers());
      passed.addAll(atCommit);
    }
  }

  /**
   * The classes of the core that have called this one since the claim, outermost first; nested ones
   * count as their host, data and bases as nothing. What calls a plugin's part is no part of the
   * path.
   */
  private static List<String> callers() {
    List<Class<?>> outermostFirst =
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(
                frames ->
                    frames
                        .<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                        .takeWhile(type -> type.getNestHost() != RunStarter.class)
                        .filter(type -> type.getName().startsWith("io.awaken.core."))
                        .filter(
                            type -> !type.isRecord() && !Modifier.isAbstract(type.getModifiers()))
                        .<Class<?>>map(Class::getNestHost)
                        .toList()
                        .reversed());
    return outermostFirst.stream()
        .takeWhile(type -> type != PartCaller.class)
        .map(Class::getSimpleName)
        .distinct()
        .toList();
  }

  private EventSink.Factory watched(EventSink.Factory factory) {
    return (runId, epoch, last) -> {
      look();
      EventSink sink = factory.open(runId, epoch, last);
      return new EventSink() {
        @Override
        public void publish(StreamEvent event) {
          look();
          sink.publish(event);
        }

        @Override
        public void committed(long sequence) {
          sink.committed(sequence);
        }

        @Override
        public void close(boolean ended) {
          sink.close(ended);
        }
      };
    };
  }

  private RunCommit watched(RunCommit commits) {
    return new ForwardingCommit(commits) {
      @Override
      public Fence commit(Fence fence, StepCommit step) {
        lookAtCommit();
        return super.commit(fence, step);
      }

      @Override
      public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
        lookAtCommit();
        return super.finish(fence, last, outcome);
      }
    };
  }
}
