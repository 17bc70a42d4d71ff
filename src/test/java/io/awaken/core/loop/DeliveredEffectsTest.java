package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.EffectContext;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.InterposedStores;
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
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Effects of a run follow their commits, at least once and with one id. */
@Rows(95)
class DeliveredEffectsTest {

  private static final EffectKey<String> NOTIFY = EffectKey.of("notify", String.class);
  private static final StateKey<Integer, Integer> STEPS =
      StateKey.of("steps", Integer.class, () -> 0, Integer::sum);

  private final SettableClock clock = new SettableClock();
  private final RuntimeStores stores =
      RuntimeStores.of(
          new MemoryStores(clock, new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1")));
  private final List<String> delivered = new ArrayList<>();
  private final List<EffectContext> contexts = new ArrayList<>();

  /** Stored rows at the time of an effect. */
  private final List<Integer> messages = new ArrayList<>();

  private Plugin plugin() {
    return new TestPlugin(
        "plugin",
        registrar -> {
          registrar.registerKey(STEPS);
          registrar.registerEffect(NOTIFY, this::deliver);
          registrar.registerPhaseHook(
              Phase.RUN_START, context -> StateCommand.none().emit(NOTIFY, "begins"));
          registrar.registerPhaseHook(
              Phase.STEP_START,
              context ->
                  StateCommand.none().update(STEPS, 1).emit(NOTIFY, "step " + context.step()));
          registrar.registerPhaseHook(
              Phase.RUN_END, context -> StateCommand.none().emit(NOTIFY, "ends"));
        });
  }

  private void deliver(String payload, EffectContext context) {
    delivered.add(payload);
    contexts.add(context);
    messages.add(stores.threads().history(context.run().threadId()).size());
  }

  private TestNode node(RuntimeStores over, Plugin... more) {
    var plugins = new ArrayList<>(List.of(more));
    plugins.add(plugin());
    return new TestNode(
        over,
        new ScriptedModel(
            Script.builder().calls("echo", Map.of("value", "x")).says("done").build()),
        UnaryOperator.identity(),
        plugins,
        FunctionTool.answering("echo", "42"));
  }

  private void assertNothingIsLeft(TestNode node) {
    int before = delivered.size();
    clock.advance(Duration.ofDays(1));
    stores.mailbox().leases().reclaimExpired(10);
    node.relay.run();
    assertThat(delivered).hasSize(before);
    assertThat(stores.mailbox().queue().waiting().outbox()).isFalse();
  }

  @Test
  void eachEffectIsDeliveredOnceAfterItsCommit() {
    TestNode node = node(stores);

    node.run("t", "go");

    assertThat(delivered).containsExactly("begins", "step 1", "step 2", "ends");
    // The question; the answer with its call; all of it.
    assertThat(messages).containsExactly(2, 2, 4, 4);
    assertThat(contexts).extracting(EffectContext::attempt).containsOnly(1);
    assertThat(contexts).extracting(EffectContext::id).doesNotHaveDuplicates();
    assertThat(contexts)
        .extracting(context -> context.state().getOrInitial(STEPS))
        .containsExactly(1, 1, 2, 2);
    assertThat(contexts).allMatch(context -> context.run().threadId().equals(new ThreadId("t")));
    assertNothingIsLeft(node);
  }

  @Test
  void noEffectIsDeliveredWithoutItsCommit() {
    TestNode node =
        node(
            stores.with(
                new ForwardingCommit(stores.commits()) {
                  @Override
                  public Fence commit(Fence fence, StepCommit step) {
                    throw new StaleFence(fence);
                  }
                }));

    node.run("t", "go");

    assertThat(delivered).isEmpty();
  }

  /** Dies after a commit. */
  private static final class Dying extends ForwardingCommit {
    private final int last;
    private int commits;

    Dying(RunCommit behind, int last) {
      super(behind);
      this.last = last;
    }

    @Override
    public Fence commit(Fence fence, StepCommit step) {
      Fence next = super.commit(fence, step);
      dieIfDue();
      return next;
    }

    @Override
    public boolean finish(Fence fence, StepCommit step, RunOutcome outcome) {
      boolean told = super.finish(fence, step, outcome);
      dieIfDue();
      return told;
    }

    private void dieIfDue() {
      if (++commits == last) {
        throw new OutOfMemoryError("power cut");
      }
    }
  }

  @Test
  void anotherNodeDeliversOutstandingEffectsWithTheSameIds() {
    TestNode dies = node(stores.with(new Dying(stores.commits(), 1)));
    RunId run = dies.submit("t", "go");
    dies.executeAll();
    assertThat(delivered).isEmpty();

    clock.advance(Duration.ofMinutes(5));
    TestNode other = node(stores);
    other.starter.claimDue();
    other.executeAll();
    assertThat(delivered).doesNotContain("begins");
    other.relay.run();

    assertThat(other.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(delivered).containsExactlyInAnyOrder("begins", "step 1", "step 2", "ends");
    assertThat(contexts.stream().filter(each -> each.attempt() == 2)).hasSize(2);
    assertNothingIsLeft(other);
  }

  @Test
  void anotherNodeDeliversTheEffectsOfTheLastCommit() {
    TestNode dies = node(stores.with(new Dying(stores.commits(), 3)));
    RunId run = dies.submit("t", "go");
    dies.executeAll();
    assertThat(dies.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(delivered).containsExactly("begins", "step 1");

    TestNode other = node(stores);
    other.relay.run();
    assertThat(delivered).hasSize(2);
    clock.advance(Duration.ofMinutes(5));
    other.relay.run();

    assertThat(delivered).containsExactly("begins", "step 1", "step 2", "ends");
    assertNothingIsLeft(other);
  }

  @Test
  void aDeliveryThatTheDatabaseFailedIsRepeatedSoonAfterItAnswersAgain() {
    TestNode dies = node(stores.with(new Dying(stores.commits(), 3)));
    dies.submit("t", "go");
    dies.executeAll();
    clock.advance(Duration.ofMinutes(5));
    var database = new InterposedStores();
    TestNode other = node(database.around(stores));

    database.once(
        OutboxStore.class,
        "remove",
        () -> {
          database.goAway();
          throw new StoreUnavailable("no connection", null);
        });
    other.relay.run();
    other.relay.run();
    database.comeBack();
    other.relay.run();
    clock.advance(Duration.ofSeconds(10));
    other.relay.run();

    assertThat(delivered).containsExactly("begins", "step 1", "step 2", "step 2", "ends");
    assertNothingIsLeft(other);
  }

  @Test
  void aDrainingNodeLeavesNoDeliveryToRepeat() {
    TestNode node = node(stores);
    node.whenEntering(
        Phase.AFTER_TOOL_EXECUTE, () -> node.mailbox.drain(Duration.ZERO, Duration.ZERO));
    RunId run = node.run("t", "go").runId();
    assertThat(node.record(run).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(delivered).containsExactly("begins", "step 1");
    clock.advance(Duration.ofMinutes(5));

    TestNode other = node(stores);
    other.relay.run();
    assertThat(delivered).containsExactly("begins", "step 1");
    other.starter.claimDue();
    other.executeAll();

    assertThat(delivered).containsExactly("begins", "step 1", "step 2", "ends");
    assertNothingIsLeft(other);
  }

  @Test
  void aWaitingRunHasDeliveredEverything() {
    TestNode node = node(stores, AskedRun.gate("asks", List.of("echo"), ticket -> ticket));

    RunId run = node.run("t", "go").runId();

    assertThat(node.record(run).status()).isEqualTo(RunStatus.WAITING);
    assertThat(delivered).containsExactly("begins", "step 1");
    assertNothingIsLeft(node);
    node.canceller.cancel(run, Caller.ANONYMOUS);
    node.relay.run();
    assertThat(delivered).containsExactly("begins", "step 1", "ends");
  }

  @Test
  @Rows(97)
  void anEffectWithoutAHandlerIsDroppedAndCounted() {
    TestNode dies = node(stores.with(new Dying(stores.commits(), 3)));
    dies.run("t", "go");
    var without =
        new TestNode(
            stores,
            new ScriptedModel(Script.builder().says("done").build()),
            UnaryOperator.identity());

    try (var log = new CapturedLog("io.awaken.core.loop.OutboxRelay")) {
      for (int attempt = 2; attempt <= OutboxRelay.MAX_ATTEMPTS; attempt++) {
        clock.advance(Duration.ofHours(1));
        without.relay.run();
      }
      assertThat(log.warnings()).isNotEmpty().allMatch(line -> line.contains("notify"));
    }

    assertThat(without.caller.effects().report().errors())
        .containsExactly("notify: no handler", "notify: no handler");
    assertNothingIsLeft(without);
  }
}
