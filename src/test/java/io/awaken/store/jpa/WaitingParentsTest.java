package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.event.EventSink;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.run.Caller;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.run.RunStore.Unfinished;
import io.awaken.fixture.Databases;
import io.awaken.fixture.LiveHeap;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A thousand runs that wait for delegates which no node executes yet. Isolated, since all tests of
 * the process share its heap.
 */
@Rows(195)
@Isolated
@Timeout(120)
class WaitingParentsTest {

  private static final int RUNS = 1_000;
  private static final int WARM = 200;
  private static final int AT_ONCE = 8;
  private static final long MAX_BYTES = 2_000_000;

  @Test
  void theyHoldNoThreadNoConnectionAndNextToNoHeap() {
    try (var database = Databases.postgres();
        var stores =
            new JpaStores(
                database.transactions(JpaStores.ENTITIES), database.database(), Stores.SETTINGS)) {
      TestNode node = node(stores);
      delegate(node, "warm", WARM);
      long before = LiveHeap.used();

      delegate(node, "waiting", RUNS);

      assertThat(stores.runs().unfinished(Caller.ANONYMOUS.tenant()))
          .isEqualTo(new Unfinished(WARM + RUNS, 0, WARM + RUNS));
      assertThat(node.live.count()).isZero();
      assertThat(database.pool().getActiveConnections()).isZero();
      assertThat(LiveHeap.used() - before).isLessThan(MAX_BYTES);
    }
  }

  /** Returns once the threads of the runs have ended. */
  private static void delegate(TestNode node, String name, int runs) {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < runs; i++) {
        node.submit(name + "-" + i, "hello");
        node.startAll(threads);
      }
    }
  }

  /** Its events are not recorded, which would use heap. */
  private static TestNode node(JpaStores stores) {
    var asks =
        new ScriptedModel(
            Script.builder().calls("agent_run_b", Map.of("prompt", "find it")).build());
    return new TestNode(
        InDatabase.ports(stores),
        ports ->
            new LoopPorts(ports.stores(), (run, epoch, last) -> EventSink.SILENT, ports.settings()),
        Registries.with(AgentSpec.builder("a", "m").delegates("b").build(), AgentSpec.of("b", "m2"))
            .models(asks, asks)
            .snapshot());
  }
}
