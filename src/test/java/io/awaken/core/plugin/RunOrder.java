package io.awaken.core.plugin;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunRecord;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One run of two steps, the first with a tool call, and when every part is called in it. */
final class RunOrder {

  /** Points that events pass; they would stand between all others. */
  private static final Set<String> OF_EVENTS = Set.of("on_event", "event_observer");

  /** Points in the order of their calls, with model, tool and commits as {@code (model)}. */
  final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  /** Points whose parts were called on the run's own thread. */
  final Set<String> onRunsThread = Collections.synchronizedSet(new TreeSet<>());

  /** Points whose parts were called on another. */
  final Set<String> onOtherThreads = Collections.synchronizedSet(new TreeSet<>());

  /** The contexts of phase hooks. */
  final List<PhaseContext> phases;

  final RunRecord run;

  private final RuntimeStores stores = TestNode.inMemory();

  /**
   * @param registered receives each registration of the plugin
   */
  RunOrder(Consumer<Registration<?>> registered) {
    Thread own = Thread.currentThread();
    var plugin =
        new EveryPart(
            point -> {
              (Thread.currentThread() == own ? onRunsThread : onOtherThreads).add(point);
              note(point);
            },
            registered);
    LlmExecutor script =
        new ScriptedModel(
            Script.builder().calls("search", Map.of("value", "x")).says("Done.").build());
    LlmExecutor model =
        (request, listener, cancellation) -> {
          note("(model)");
          return script.execute(request, listener, cancellation);
        };
    var tool =
        new FunctionTool(
            "search",
            (arguments, context) -> {
              note("(tool)");
              return ToolResult.success("search", TextNode.valueOf("found"));
            });
    var node =
        new TestNode(
            stores.with(new NotedCommits(stores)),
            model,
            UnaryOperator.<AgentSpec>identity(),
            List.of(plugin),
            tool);
    run = node.run("t", "go");
    phases = List.copyOf(node.phases);
  }

  /** Points whose parts wrote into the state that is stored at the end. */
  Set<String> wrote() {
    var stored = stores.threads().state(run.threadId(), run.runId()).thread();
    return EveryPart.WROTE.codec().decode(stored.extensions().get(EveryPart.WROTE.name()));
  }

  /** Two parts at one point are one line. */
  private void note(String what) {
    if (!OF_EVENTS.contains(what) && (calls.isEmpty() || !calls.getLast().equals(what))) {
      calls.add(what);
    }
  }

  private final class NotedCommits extends ForwardingCommit {

    NotedCommits(RuntimeStores stores) {
      super(stores.commits());
    }

    @Override
    public Fence commit(Fence fence, StepCommit step) {
      note("(commit)");
      return super.commit(fence, step);
    }

    @Override
    public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
      note("(last commit)");
      return super.finish(fence, last, outcome);
    }
  }
}
