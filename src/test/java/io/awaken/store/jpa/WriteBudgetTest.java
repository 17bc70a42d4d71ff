package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.Databases;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.StatementCounter;
import io.awaken.fixture.TestNode;
import io.awaken.store.database.Database;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Guardrail G3: the cost of a run is fixed and independent of the thread's length. */
class WriteBudgetTest {

  private static final int TRANSACTIONS = 4;

  /** The stored events of a run, in bytes, however long the ids of its thread, run and messages. */
  private static final int EVENT_BYTES = 550;

  private static final String EVENTS = "SELECT SUM(OCTET_LENGTH(body)) FROM awaken_segment";

  /**
   * JDBC executions; on PostgreSQL, gathered writes of a transaction are one.
   *
   * @param fresh of a run on a new thread
   * @param later of a run on an existing thread
   * @param claim additional for a queued run
   * @param state additional when both steps change a thread value
   * @param effects additional when both steps have effects
   * @param hook additional for a hook after the run
   * @param outbox those of the effects that use the outbox
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
      // An agent's first run stores its document and repeats the submission.
      assertCosts(counter, TRANSACTIONS + 1, budget.fresh + 2, () -> node.run("w", "first of all"));
      assertCosts(counter, budget.fresh, () -> node.run("t", "first"));
      long history = 1_000;
      node.service.submit(
          new RunRequest(
              "a", new ThreadId("t"), Collections.nCopies((int) history, "x"), Caller.ANONYMOUS));
      node.executeAll();
      assertCosts(counter, budget.later, () -> node.run("t", "later"));
      assertThat(jpa.threads().history(new ThreadId("t"))).hasSizeGreaterThan((int) history);
      // A background run starts at once when there is room.
      assertSpent(
          counter,
          TRANSACTIONS,
          budget.fresh,
          () -> {
            node.service.background(TestNode.request("b", "nobody waits"));
            node.executeAll();
          });
      assertQueuedRunsKeepTheirBudget(counter, budget, node);
      assertEventsKeepTheirBudget(database, node);
      // Both steps change a thread value: one more execution each without gathering.
      TestNode counting = node(jpa, List.of(new Visits()));
      counting.run("w", "the first with the plugin");
      assertCosts(counter, budget.fresh + budget.state, () -> counting.run("u", "first"));
      assertCosts(counter, budget.later + budget.state, () -> counting.run("u", "later"));
      assertEffectsKeepTheirBudget(counter, budget, jpa);
    }
  }

  private static void assertEventsKeepTheirBudget(Databases.Fresh database, TestNode node) {
    long before = database.number(EVENTS);
    node.run("thread".repeat(20), "events");
    assertThat(database.number(EVENTS) - before).isLessThanOrEqualTo(EVENT_BYTES);
  }

  /**
   * A queued run is claimed in a separate transaction, which reads the job and updates thread, job
   * and run: four executions. All claims of a poll share its reads: one that finds them, and one
   * that finds no more.
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
          assertThat(node.starter.claimDue()).isEqualTo(runs);
          node.executeAll();
        });
  }

  /**
   * Effects of two steps: a commit writes its effects in one execution, and the next one removes
   * the delivered ones in another. A separate transaction removes those of the last commit and of
   * the hook after it.
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

  /** A streaming request whose model calls one tool, from submission to end. */
  private static TestNode node(JpaStores jpa, List<Plugin> plugins) {
    return new TestNode(
        InDatabase.ports(jpa),
        InDatabase.twoSteps(),
        UnaryOperator.identity(),
        plugins,
        FunctionTool.answering("echo", "42"));
  }

  private static void assertCosts(StatementCounter counter, int atMost, Runnable run) {
    assertCosts(counter, TRANSACTIONS, atMost, run);
  }

  /** Includes the fixture's read of the record for the test. */
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
