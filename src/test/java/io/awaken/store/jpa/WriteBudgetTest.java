package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.fixture.Databases;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.StatementCounter;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.store.database.Database;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Guardrail G3: what a run costs is known, and is the same however long its thread is. */
class WriteBudgetTest {

  private static final int TRANSACTIONS = 4;

  /**
   * JDBC executions; on PostgreSQL writes of a transaction that travel together are one.
   *
   * @param fresh of a run on a new thread
   * @param later of a run on a thread that it finds
   * @param claim more when the run was queued
   * @param state more when both steps change a value of the thread
   * @param effects more when both steps have effects
   * @param hook more when a hook is called after the run
   * @param outbox how many of those with effects have to do with the outbox
   */
  private record Budget(
      int fresh, int later, int claim, int state, int effects, int hook, int outbox) {
    static final Budget ALONE = new Budget(18, 20, 4, 2, 5, 3, 4);
    static final Budget TOGETHER = new Budget(5, 7, 2, 0, 2, 2, 3);
  }

  @Test
  void aTwoStepRunWithOneToolKeepsItsBudgetOnH2() {
    try (var database = Databases.h2()) {
      assertBudget(database, Budget.ALONE);
    }
  }

  @Test
  void aTwoStepRunWithOneToolKeepsItsBudgetOnPostgreSql() {
    try (var database = Databases.postgres()) {
      assertBudget(database, Budget.TOGETHER);
    }
  }

  private static void assertBudget(Databases.Fresh database, Budget budget) {
    var counter = new StatementCounter(database.dataSource());
    try (var factory = EntityManagers.local(counter.dataSource(), JpaStores.ENTITIES);
        var jpa =
            new JpaStores(
                new LocalTransactions(factory),
                new Database(counter.dataSource(), database.database().product()),
                Stores.SETTINGS)) {
      TestNode node = node(jpa, List.of());
      // The first run of an agent stores what it resolved, once for all, and looks again.
      assertCosts(counter, TRANSACTIONS + 1, budget.fresh + 2, () -> node.run("w", "first of all"));
      assertCosts(counter, budget.fresh, () -> node.run("t", "first"));
      long history = 1_000;
      node.submitter.submit(
          new RunRequest(
              "a", new ThreadId("t"), Collections.nCopies((int) history, "x"), Caller.ANONYMOUS));
      node.executeAll();
      assertCosts(counter, budget.later, () -> node.run("t", "later"));
      assertThat(jpa.threads().history(new ThreadId("t"))).hasSizeGreaterThan((int) history);
      // Nobody waits for it, and where there is room it begins at once all the same.
      assertSpent(
          counter,
          TRANSACTIONS,
          budget.fresh,
          () -> {
            node.submitter.background(TestNode.request("b", "nobody waits"));
            node.executeAll();
          });
      assertQueuedRunsKeepTheirBudget(counter, budget, node);
      // Both steps change a value of the thread: alone one execution more for each.
      TestNode counting = node(jpa, List.of(new Visits()));
      counting.run("w", "the first with the plugin");
      assertCosts(counter, budget.fresh + budget.state, () -> counting.run("u", "first"));
      assertCosts(counter, budget.later + budget.state, () -> counting.run("u", "later"));
      assertEffectsKeepTheirBudget(counter, budget, jpa);
    }
  }

  /**
   * One that waits in the queue is claimed in a transaction of its own, which reads the job and
   * takes thread, job and run over: four executions alone. A look at the queue is shared by all
   * that it finds: it reads them, and once more that there is nothing else.
   */
  private static void assertQueuedRunsKeepTheirBudget(
      StatementCounter counter, Budget budget, TestNode node) {
    int runs = 3;
    int looks = 2;
    assertSpent(
        counter,
        runs * (TRANSACTIONS + 1),
        runs * (budget.later + budget.claim) + looks,
        () -> {
          for (int i = 0; i < runs; i++) {
            node.enqueue(TestNode.request("q" + i, "in its turn"));
          }
          assertThat(node.mailbox.claimDue()).isEqualTo(runs);
          node.executeAll();
        });
  }

  /**
   * Effects of two steps: each commit that has some writes them in one execution, and the next one
   * removes what was delivered in another. What the last commit and the hook behind it leave is
   * removed in a transaction of its own.
   */
  private static void assertEffectsKeepTheirBudget(
      StatementCounter counter, Budget budget, JpaStores jpa) {
    TestNode telling = node(jpa, List.of(new Tells()));
    telling.run("w", "the first with the effects");
    assertSpent(
        counter,
        TRANSACTIONS + 1,
        budget.fresh + budget.effects,
        () -> telling.run("v", "tells of its steps"));
    assertThat(counter.executions().stream().filter(sql -> sql.contains("awaken_outbox")))
        .hasSize(budget.outbox);
    TestNode after = node(jpa, List.of(new Hears()));
    after.run("w", "the first with the hook");
    assertSpent(
        counter, TRANSACTIONS + 1, budget.fresh + budget.hook, () -> after.run("x", "is heard of"));
  }

  /** A streaming request whose model asks for one tool, from submit to the end. */
  private static TestNode node(JpaStores jpa, List<Plugin> plugins) {
    return new TestNode(
        InDatabase.ports(jpa),
        new ScriptedModel(
            Script.builder()
                .says("Let me look")
                .andCalls("echo", Map.of("value", "x"))
                .says("It is fine")
                .build()),
        UnaryOperator.identity(),
        plugins,
        FunctionTool.answering("echo", "42"));
  }

  private static void assertCosts(StatementCounter counter, int atMost, Runnable run) {
    assertCosts(counter, TRANSACTIONS, atMost, run);
  }

  /** The record is read once more by the fixture, to hand it to the test. */
  private static void assertCosts(
      StatementCounter counter, int transactions, int atMost, Runnable run) {
    assertSpent(counter, transactions, atMost + 1, run);
  }

  private static void assertSpent(
      StatementCounter counter, int transactions, int atMost, Runnable done) {
    counter.reset();
    done.run();
    assertThat(counter.writeTransactions()).isEqualTo(transactions);
    assertThat(counter.executions()).hasSizeLessThanOrEqualTo(atMost);
  }

  /** Counts the steps of a thread. */
  private static final class Visits implements Plugin {
    private static final StateKey<Integer, Integer> STEPS =
        StateKey.of("visits.steps", Integer.class, () -> 0, Integer::sum).threadScoped();

    @Override
    public PluginDescriptor descriptor() {
      return PluginDescriptor.of("visits");
    }

    @Override
    public void register(PluginRegistrar registrar) {
      registrar.registerKey(STEPS);
      registrar.registerPhaseHook(
          Phase.STEP_START, context -> StateCommand.none().update(STEPS, 1));
    }
  }

  /** An effect for each step. */
  private static final class Tells implements Plugin {
    private static final EffectKey<String> STEP = EffectKey.of("tells.step", String.class);

    @Override
    public PluginDescriptor descriptor() {
      return PluginDescriptor.of("tells");
    }

    @Override
    public void register(PluginRegistrar registrar) {
      registrar.registerEffect(STEP, (payload, context) -> {});
      registrar.registerPhaseHook(
          Phase.STEP_END, context -> StateCommand.none().emit(STEP, "ends").emit(STEP, "really"));
    }
  }

  /** Hears of the ends of runs. */
  private static final class Hears implements Plugin {
    @Override
    public PluginDescriptor descriptor() {
      return PluginDescriptor.of("hears");
    }

    @Override
    public void register(PluginRegistrar registrar) {
      registrar.afterRun(summary -> {});
    }
  }
}
