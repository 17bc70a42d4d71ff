package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plugins are notified of every kind of ending once, or at least once when a node dies. */
@Rows(63)
class RunEndHooksTest {

  private static final EffectKey<String> BYE = EffectKey.of("bye", String.class);
  private static final StateKey<Integer, Integer> STEPS =
      StateKey.of("steps", Integer.class, () -> 0, Integer::sum);

  private final SettableClock clock = new SettableClock();
  private final RuntimeStores stores =
      RuntimeStores.of(
          new MemoryStores(clock, new MailboxStore.Settings(Duration.ofSeconds(30), 2, "n1")));
  private final List<String> called = new ArrayList<>();

  /** What the hook sees of the run's values and of its ending. */
  private final List<String> seen = new ArrayList<>();

  private Plugin plugin(String name) {
    return new TestPlugin(
        name,
        registrar -> {
          registrar.afterAgent(
              (context, summary) -> {
                called.add(name + " after_agent");
                return Optional.empty();
              });
          registrar.registerPhaseHook(
              Phase.RUN_END,
              context -> {
                called.add(name + " run_end");
                return null;
              });
          registrar.onDeactivate(
              context -> {
                called.add(name + " deactivate");
                return null;
              });
          registrar.onEvent(
              (run, event) -> {
                if (event.event() instanceof AgentEvent.RunFinish end
                    && !(end.termination() instanceof TerminationReason.Suspended)) {
                  called.add(name + " run_finish");
                }
                return null;
              });
          registrar.afterRun(
              summary -> {
                called.add(name + " after_run");
                seen.add(name + " " + summary.termination().getClass().getSimpleName());
              });
        });
  }

  private Plugin saysBye() {
    return new TestPlugin(
        "bye",
        registrar -> {
          registrar.registerKey(STEPS);
          registrar.registerEffect(
              BYE, (payload, context) -> called.add(payload + " " + context.id()));
          registrar.registerPhaseHook(
              Phase.STEP_START, context -> StateCommand.none().update(STEPS, 1));
          registrar.registerPhaseHook(
              Phase.RUN_END,
              context ->
                  StateCommand.none()
                      .emit(BYE, "bye after " + context.state().getOrInitial(STEPS)));
        });
  }

  private TestNode node(RuntimeStores over, LlmExecutor model) {
    return new TestNode(
        over,
        model,
        agent -> agent.toBuilder().plugins("own").build(),
        List.of(
            plugin("own"),
            plugin("global"),
            AskedRun.gate("asks", List.of("echo"), ticket -> ticket)),
        FunctionTool.answering("echo", "42"));
  }

  private TestNode node() {
    return node(stores, model());
  }

  private static ScriptedModel model() {
    return new ScriptedModel(Script.builder().calls("echo", Map.of("value", "x")).build());
  }

  private static ScriptedModel saying() {
    return new ScriptedModel(Script.builder().says("done").build());
  }

  /** All of them, in the order of a run that ends normally. */
  private static List<String> all(String... plugins) {
    return Stream.of("after_agent", "run_end", "deactivate", "run_finish", "after_run")
        .flatMap(point -> Stream.of(plugins).map(plugin -> plugin + " " + point))
        .toList();
  }

  private void assertToldOnce(TestNode node, RunId run, List<String> expected) {
    node.relay.run();
    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(called).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(called.stream().map(RunEndHooksTest::point).distinct())
        .containsExactlyElementsOf(all("x").stream().map(RunEndHooksTest::point).toList());
    clock.advance(Duration.ofDays(1));
    node.relay.run();
    assertThat(called).hasSameSizeAs(expected);
    assertThat(stores.mailbox().queue().waiting().outbox()).isFalse();
  }

  private static String point(String each) {
    return each.split(" ")[1];
  }

  /** Ways to end a run. */
  private record Ending(String how, BiConsumer<TestNode, RunId> ends) {
    @Override
    public String toString() {
      return how;
    }
  }

  static Stream<Ending> ownerless() {
    return Stream.of(
        new Ending("cancelled", (node, run) -> node.canceller.cancel(run, Caller.ANONYMOUS)),
        new Ending(
            "interrupted",
            (node, run) -> node.interrupter.interrupt(new ThreadId("t"), Caller.ANONYMOUS)),
        new Ending("replaced by another run", (node, run) -> node.submit("t", "another thing")));
  }

  @ParameterizedTest
  @MethodSource("ownerless")
  void aRunThatEndsWhileItWaits(Ending ending) {
    TestNode node = node();
    RunId run = node.run("t", "go").runId();
    assertThat(node.record(run).status()).isEqualTo(RunStatus.WAITING);
    assertThat(called).isEmpty();

    ending.ends().accept(node, run);

    assertToldOnce(node, run, all("global", "own"));
    assertThat(seen).containsExactly("global Cancelled", "own Cancelled");
  }

  @Test
  void aRunThatEndsByItself() {
    TestNode node = node(stores, saying());
    RunId run = node.run("t", "go").runId();
    assertThat(called).containsExactlyElementsOf(all("global", "own"));
    assertToldOnce(node, run, all("global", "own"));
  }

  @Test
  void aRunWhoseModelFails() {
    TestNode node =
        node(
            stores,
            (request, listener, cancellation) -> {
              throw new InferenceException(InferenceException.Kind.PROVIDER, "broken", null);
            });
    assertToldOnce(node, node.run("t", "go").runId(), all("global", "own"));
    assertThat(seen).containsExactly("global Error", "own Error");
  }

  @Test
  void aRunThatIsCancelledWhileItWorks() {
    var cancelled = new TestNode[1];
    TestNode node =
        node(
            stores,
            (request, listener, cancellation) -> {
              RunId run =
                  cancelled[0].stores.threads().find(new ThreadId("t")).orElseThrow().latestRunId();
              cancelled[0].canceller.cancel(run, Caller.ANONYMOUS);
              return saying().execute(request, listener, cancellation);
            });
    cancelled[0] = node;
    assertToldOnce(node, node.run("t", "go").runId(), all("global", "own"));
    assertThat(seen).containsExactly("global Cancelled", "own Cancelled");
  }

  @Test
  void aRunCancelledInTheQueueNotifiesPluginsOfAllAgentsOnly() {
    TestNode node = node();
    RunId run = node.enqueue(TestNode.request("t", "go")).runId();

    node.canceller.cancel(run, Caller.ANONYMOUS);

    assertToldOnce(node, run, all("global"));
  }

  @Test
  void soIsARunWhoseAgentIsNotThere() {
    TestNode node = node();
    RunId run =
        node.unchecked()
            .submit(new RunRequest("nobody", new ThreadId("t"), List.of("go"), Caller.ANONYMOUS))
            .runId();
    node.executeAll();
    assertThat(called).containsExactlyElementsOf(all("global"));
    assertToldOnce(node, run, all("global"));
  }

  @Test
  void pluginsAreNotifiedWhenARunThatKillsItsNodesBecomesADeadLetter() {
    TestNode node = node();
    RunId run = node.submit("t", "go");
    for (int attempt = 1; attempt <= 2; attempt++) {
      clock.advance(Duration.ofMinutes(1));
      stores.mailbox().leases().reclaimExpired(10);
      node.starter.claimDue();
    }
    assertToldOnce(node, run, all("global", "own"));
    assertThat(seen).containsExactly("global Error", "own Error");
  }

  @Test
  void endHooksReadTheRunsValuesAndTheirEffectsAreDelivered() {
    TestNode node =
        new TestNode(
            stores,
            model(),
            agent -> agent,
            List.of(saysBye(), AskedRun.gate("asks", List.of("echo"), ticket -> ticket)),
            FunctionTool.answering("echo", "42"));
    RunId run = node.run("t", "go").runId();
    node.canceller.cancel(run, Caller.ANONYMOUS);
    assertThat(called).isEmpty();

    node.relay.run();
    clock.advance(Duration.ofDays(1));
    node.relay.run();

    assertThat(called).containsExactly("bye after 1 " + run + "-end-0");
    assertThat(stores.threads().state(new ThreadId("t"), run).run().extensions()).isEmpty();
  }

  @Test
  void aFailingHookDoesNotPreventOthers() {
    var fails =
        new TestPlugin(
            "fails",
            registrar -> {
              registrar
                  .afterAgent(
                      (context, summary) -> {
                        throw new IllegalStateException("broken");
                      })
                  .priority(-1);
              registrar.afterRun(
                  summary -> {
                    throw new IllegalStateException("broken");
                  });
            });
    TestNode node =
        new TestNode(
            stores,
            model(),
            agent -> agent,
            List.of(
                fails, plugin("global"), AskedRun.gate("asks", List.of("echo"), ticket -> ticket)),
            FunctionTool.answering("echo", "42"));
    RunId run = node.run("t", "go").runId();
    node.canceller.cancel(run, Caller.ANONYMOUS);
    assertToldOnce(node, run, all("global"));
  }

  /** The node dies right after the commit that ends the run. */
  private static final class LastCommit extends ForwardingCommit {
    LastCommit(RunCommit behind) {
      super(behind);
    }

    @Override
    public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
      super.finish(fence, last, outcome);
      throw new OutOfMemoryError("power cut");
    }
  }

  @Test
  void anotherNodeCallsTheHooksAfterTheRunWhenTheOwnerDied() {
    TestNode dies = node(stores.with(new LastCommit(stores.commits())), saying());
    RunId run = dies.submit("t", "go");
    dies.executeAll();
    assertThat(called).doesNotContain("own after_run");
    assertThat(dies.record(run).status()).isEqualTo(RunStatus.DONE);

    TestNode other = node(stores, saying());
    other.relay.run();
    assertThat(called).doesNotContain("own after_run");
    clock.advance(Duration.ofMinutes(5));

    assertToldOnce(other, run, all("global", "own"));
  }
}
