package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.mailbox.RunRequest;
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
  private static final int EXECUTIONS = 20;

  @Test
  void aTwoStepRunWithOneToolKeepsItsBudgetOnH2() {
    try (var database = Databases.h2()) {
      assertBudget(database);
    }
  }

  @Test
  void aTwoStepRunWithOneToolKeepsItsBudgetOnPostgreSql() {
    try (var database = Databases.postgres()) {
      assertBudget(database);
    }
  }

  private static void assertBudget(Databases.Fresh database) {
    var counter = new StatementCounter(database.dataSource());
    try (var factory = EntityManagers.local(counter.dataSource(), JpaStores.ENTITIES);
        var jpa =
            new JpaStores(
                new LocalTransactions(factory),
                new Database(counter.dataSource(), database.database().product()),
                Stores.SETTINGS)) {
      TestNode node = node(jpa, List.of());
      // The first run of an agent stores what it resolved, once for all, and looks again.
      assertCosts(counter, TRANSACTIONS + 1, EXECUTIONS + 2, () -> node.run("w", "first of all"));
      assertCosts(counter, EXECUTIONS, () -> node.run("t", "first"));
      long history = 1_000;
      node.submitter.submit(
          new RunRequest(
              "a", new ThreadId("t"), Collections.nCopies((int) history, "x"), Caller.ANONYMOUS));
      node.executeAll();
      assertCosts(counter, EXECUTIONS, () -> node.run("t", "later"));
      assertThat(jpa.threads().history(new ThreadId("t"))).hasSizeGreaterThan((int) history);
      // Nobody waits for it, and where there is room it begins at once all the same.
      assertSpent(
          counter,
          TRANSACTIONS,
          EXECUTIONS,
          () -> {
            node.submitter.background(TestNode.request("b", "nobody waits"));
            node.executeAll();
          });
      assertQueuedRunsKeepTheirBudget(counter, node);
      // Both steps change a value of the thread: one execution more for each.
      TestNode counting = node(jpa, List.of(new Visits()));
      counting.run("w", "the first with the plugin");
      assertCosts(counter, EXECUTIONS + 2, () -> counting.run("u", "first"));
      assertCosts(counter, EXECUTIONS + 2, () -> counting.run("u", "later"));
      assertEffectsKeepTheirBudget(counter, jpa);
    }
  }

  /**
   * One that waits in the queue is claimed in a transaction of its own, which reads the job and
   * takes thread, job and run over: four executions. A look at the queue is shared by all that it
   * finds: it reads them, and once more that there is nothing else.
   */
  private static void assertQueuedRunsKeepTheirBudget(StatementCounter counter, TestNode node) {
    int runs = 3;
    int looks = 2;
    assertSpent(
        counter,
        runs * (TRANSACTIONS + 1),
        runs * (EXECUTIONS + 4) + looks,
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
  private static void assertEffectsKeepTheirBudget(StatementCounter counter, JpaStores jpa) {
    TestNode telling = node(jpa, List.of(new Tells()));
    telling.run("w", "the first with the effects");
    assertSpent(
        counter,
        TRANSACTIONS + 1,
        EXECUTIONS + 1 + 4,
        () -> telling.run("v", "tells of its steps"));
    assertThat(counter.executions().stream().filter(sql -> sql.contains("awaken_outbox")))
        .hasSize(4);
    TestNode after = node(jpa, List.of(new Hears()));
    after.run("w", "the first with the hook");
    assertSpent(counter, TRANSACTIONS + 1, EXECUTIONS + 1 + 2, () -> after.run("x", "is heard of"));
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
