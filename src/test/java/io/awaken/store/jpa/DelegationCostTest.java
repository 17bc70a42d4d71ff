package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.store.database.DatabaseProduct;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The cost of a run that delegates once, to a run of two steps, beside a plain run of two steps.
 * The step that calls the delegate also queues its run, and the last commit of that run queues its
 * caller, so that only the two claims are transactions of their own.
 */
@Rows(195)
class DelegationCostTest {

  private static final double MOST = 2.4;

  /**
   * @param transactions those that wrote
   * @param executions of JDBC, also for the reads of claims that find no more jobs; on PostgreSQL,
   *     gathered writes of a transaction are one
   */
  private record Cost(int transactions, int executions) {}

  private record Costs(Cost plain, Cost delegating) {

    static Costs on(DatabaseProduct product) {
      return switch (product) {
        case H2 -> new Costs(new Cost(4, 19), new Cost(9, 71));
        case POSTGRESQL -> new Costs(new Cost(4, 6), new Cost(9, 35));
      };
    }
  }

  @Test
  void aDelegatingRunTakesNineTransactionsWhereAPlainOneTakesFour() throws Exception {
    CountedStores.onBoth(
        Stores.SETTINGS,
        counted -> {
          TestNode node = node(counted.stores());
          // The first run of an agent stores its document.
          cost(counted, node, "b", "warm");
          cost(counted, node, "a", "warm-too");

          var costs = new Costs(cost(counted, node, "b", "t"), cost(counted, node, "a", "u"));

          assertThat(costs).isEqualTo(Costs.on(counted.database().database().product()));
          assertThat((double) costs.delegating().transactions())
              .isLessThanOrEqualTo(MOST * costs.plain().transactions());
        });
  }

  private static Cost cost(CountedStores counted, TestNode node, String agent, String thread) {
    counted.counter().reset();
    RunId run =
        node.service
            .submit(new RunRequest(agent, new ThreadId(thread), List.of("hello"), Caller.ANONYMOUS))
            .runId();
    node.workOff();
    var cost =
        new Cost(counted.counter().writeTransactions(), counted.counter().executions().size());
    assertThat(node.record(run).steps()).isEqualTo(2);
    assertThat(node.record(run).finalOutput()).isEqualTo("It is fine");
    return cost;
  }

  private static TestNode node(JpaStores stores) {
    return new TestNode(
        InDatabase.ports(stores),
        Registries.with(AgentSpec.builder("a", "m").delegates("b").build(), AgentSpec.of("b", "m2"))
            .models(
                new ScriptedModel(
                    Script.builder()
                        .calls("agent_run_b", Map.of("prompt", "look"))
                        .says("It is fine")
                        .build()),
                InDatabase.twoSteps())
            .tools(FunctionTool.answering("echo", "42"))
            .snapshot());
  }
}
