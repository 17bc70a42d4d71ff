package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Rows;
import io.awaken.fixture.StatementCounter;
import io.awaken.store.database.Database;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The cost of suspending: one transaction to park, and one per decision. */
class SuspensionBudgetTest {

  @Test
  @Rows(132)
  void aSuspendingStepAndEachDecisionTakeOneTransaction() {
    Databases.Fresh database = Databases.postgres();
    var counter = new StatementCounter(database.dataSource());
    try (database;
        var factory = EntityManagers.local(counter.dataSource(), JpaStores.ENTITIES);
        var jpa =
            new JpaStores(
                new LocalTransactions(factory),
                new Database(counter.dataSource(), database.database().product()),
                Stores.SETTINGS)) {
      var run =
          new AskedRun(
              InDatabase.ports(jpa),
              ToolExecutionMode.PARALLEL_BATCH_APPROVAL,
              AskedRun.TOOLS,
              UnaryOperator.identity());
      // The agent's document and a second read, once per agent; the submission and the parking;
      // then each decision after one read by the fixture.
      assertCosts(counter, 1 + 2, 2 + 15, run::start);
      assertCosts(counter, 1, 5, () -> run.decide("a", DecisionAction.RESUME));
      assertCosts(counter, 1, 5, () -> run.decide("b", DecisionAction.CANCEL));
      assertCosts(counter, 1, 7, () -> run.decide("c", DecisionAction.RESUME));
    }
  }

  private static void assertCosts(
      StatementCounter counter, int transactions, int atMost, Runnable work) {
    counter.reset();
    work.run();
    assertThat(counter.writeTransactions()).isEqualTo(transactions);
    assertThat(counter.executions()).hasSizeLessThanOrEqualTo(atMost);
  }
}
