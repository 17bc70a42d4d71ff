package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.event.EventBus;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Registries;
import io.awaken.fixture.StatementCounter;
import io.awaken.http.security.AnonymousAccess;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.runtime.RuntimeStores;
import io.awaken.server.concurrency.ServerThreads;
import io.awaken.server.metrics.RunMetrics;
import io.awaken.server.metrics.RuntimeMetrics;
import io.awaken.server.settings.Settings;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import io.awaken.store.database.bus.PostgresBus;
import io.awaken.store.jpa.JpaStores;
import io.awaken.store.memory.bus.MemoryBus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The database load of an idle server: dispatcher, renewal, sweep, collection, purge, bus, hub.
 * Uses real timers with the shortest allowed intervals.
 */
@Timeout(300)
@Nightly("looks on for seconds while nothing happens")
class IdleServerTest {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PURGE = Duration.ofSeconds(1);
  private static final int POLLS = 15;
  private static final Map<String, String> TIMES =
      Map.of(
          "awaken.mailbox.poll",
          POLL.toString(),
          "awaken.mailbox.sweep",
          POLL.toString(),
          "awaken.mailbox.lease",
          "PT3S",
          "awaken.mailbox.renew",
          "PT0.5S",
          "awaken.mailbox.collect",
          "PT1S",
          "awaken.events.purge",
          PURGE.toString());

  private final Settings settings =
      new Settings(key -> Optional.ofNullable(TIMES.get(key))).checked();
  private final ServerThreads threads = new ServerThreads(IdleServerTest.class.getClassLoader());
  private final RuntimeMetrics metrics = new RuntimeMetrics();

  @ParameterizedTest
  @EnumSource
  void anIdleServerSendsOneQueryPerPoll(DatabaseProduct product) throws Exception {
    try (var database = Databases.of(product)) {
      var counter = new StatementCounter(database.dataSource());
      var counted = new Database(counter.dataSource(), product);
      try (var factory = EntityManagers.local(counter.dataSource(), JpaStores.ENTITIES);
          var stores = new JpaStores(new LocalTransactions(factory), counted, Stores.SETTINGS)) {
        stores.open();
        EventBus bus = bus(counted);
        Node node = node(stores, bus);
        node.start();
        try {
          // The first collection scans everything once; the next follows after an hour.
          counter.await("awaken_document", 1);
          assertIdles(counter);
        } finally {
          node.drain();
          bus.close();
          threads.close();
        }
      }
    }
  }

  private static void assertIdles(StatementCounter counter) throws InterruptedException {
    long begun = System.nanoTime();
    counter.reset();
    counter.await("suspension", POLLS);
    List<String> all = counter.executions();
    Duration passed = Duration.ofNanos(System.nanoTime() - begun);

    List<String> purges = all.stream().filter(sql -> sql.contains("events_gone")).toList();
    List<String> polls = all.stream().filter(sql -> sql.contains("suspension")).toList();
    assertThat(polls).containsOnly(polls.getFirst());
    assertThat(polls.size()).isLessThanOrEqualTo(times(passed, POLL));
    assertThat(purges.size()).isLessThanOrEqualTo(times(passed, PURGE));
    assertThat(all).as("nothing else").hasSize(polls.size() + purges.size());
    assertThat(counter.writeTransactions()).isZero();
  }

  /** Two more than expected: the first may be immediate, or so late that the next follows soon. */
  private static int times(Duration passed, Duration every) {
    return (int) (passed.toNanos() / every.toNanos()) + 2;
  }

  private static EventBus bus(Database database) {
    return database.product() == DatabaseProduct.POSTGRESQL
        ? new PostgresBus(database.aside(), "n1", Duration.ofMillis(15), System::nanoTime)
        : new MemoryBus(Runnable::run).join();
  }

  /** Wired like in the server. */
  private Node node(JpaStores stores, EventBus bus) {
    var registry = LiveRegistry.of(Registries.with().snapshot());
    var hub = new LiveHub(bus, System::nanoTime, threads.runs(), StreamSettings.DEFAULTS.times());
    return new Node(
        settings,
        RuntimeStores.of(stores).pinning(registry),
        registry,
        new Node.Watched(hub, runs -> runs, new RunMetrics(metrics, System::nanoTime), bus),
        new ToolFanOut(threads.runs(), threads.runs(), new ToolFanOut.Limits(4), System::nanoTime),
        TokenEstimator.HEURISTIC,
        threads,
        new AnonymousAccess(Optional.empty(), List.of()),
        Node.Outside.NOBODY);
  }
}
