package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.ScriptedThread;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import io.awaken.store.jpa.JpaStores;
import io.awaken.store.memory.MemoryStores;
import io.awaken.store.memory.bus.MemoryBus;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients of a run and of its whole thread that reconnect at each event, over real stores: on the
 * node that executes the run, on another one, and on a newly started one.
 */
@Rows(175)
@Failures("F38")
class RestoredThreadTest {

  private static final StreamSettings SETTINGS =
      new StreamSettings(1_000, 1_000, 1_000, 1 << 20, 2, StreamSettings.Times.DEFAULTS);
  private static final MailboxStore.Settings MAILBOX =
      new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1");

  private final SettableClock clock = new SettableClock();
  private final ManualScheduler timer = new ManualScheduler(clock);
  private final ManualExecutor threads = new ManualExecutor();
  private final ManualExecutor wire = new ManualExecutor();
  private final MemoryBus bus = new MemoryBus(wire);
  private final NumberedBlocks protocol = new NumberedBlocks(FrameFormat.NDJSON);

  /** The stores of runs. */
  private record Stored(MailboxStore mailbox, RunCommit commits, EventLog log) {}

  private LiveHub hub() {
    return Hubs.on(bus.join(), () -> Duration.ofMillis(clock.millis()).toNanos());
  }

  private Streams node(LiveHub hub, EventLog log) {
    return new Streams(hub, log, SETTINGS, new StreamThreads(threads, timer), clock);
  }

  private void settle() {
    while (wire.waiting() + threads.waiting() > 0) {
      wire.runAll();
      threads.runAll();
    }
  }

  private void pass(Duration time) {
    settle();
    for (Duration left = time; left.isPositive(); left = left.minusSeconds(1)) {
      timer.advance(Duration.ofSeconds(1));
      settle();
    }
  }

  @Test
  void overMemory() {
    var stores = new MemoryStores(clock, MAILBOX);
    var stored = new Stored(stores.mailbox(), stores.runCommit(), stores.events());

    clientsOfARun(stored, stored.log());
    clientsOfAThread(stored, stored.log());
  }

  @ParameterizedTest
  @EnumSource
  void overADatabase(DatabaseProduct product) {
    try (var database = Databases.of(product)) {
      try (var writing = open(database);
          var restarted = open(database)) {
        var stores = writing.stores();
        var stored = new Stored(stores.mailbox(), stores.runCommit(), stores.events());
        clientsOfARun(stored, restarted.stores().events());
        clientsOfAThread(stored, restarted.stores().events());
      }
    }
  }

  private static Opened open(Databases.Fresh database) {
    var source = database.dataSource();
    var factory = EntityManagers.local(source, JpaStores.ENTITIES);
    var stores =
        new JpaStores(
            new LocalTransactions(factory),
            new Database(source, database.database().product()),
            MAILBOX);
    return new Opened(stores, factory);
  }

  /** Stores of one start of a server. */
  private record Opened(JpaStores stores, EntityManagerFactory factory) implements AutoCloseable {
    @Override
    public void close() {
      stores.close();
      factory.close();
    }
  }

  /** A client for each event and node, which reconnects there while the run continues. */
  private void clientsOfARun(Stored stored, EventLog restarted) {
    var owner = hub();
    var thread = new ScriptedThread(stored.mailbox(), stored.commits(), owner, clock);
    var run = new RunId("one");
    List<Streams> nodes = nodes(owner, stored, restarted);
    comeBackAtEachEvent(
        thread, "one", 12, nodes, (client, node) -> client.connect(node, run), nodes.getFirst());
  }

  private List<Streams> nodes(LiveHub owner, Stored stored, EventLog restarted) {
    return List.of(node(owner, stored.log()), node(hub(), stored.log()), node(hub(), restarted));
  }

  private void comeBackAtEachEvent(
      ScriptedThread thread,
      String run,
      int events,
      List<Streams> nodes,
      BiConsumer<ReconnectingClient, Streams> connect,
      Streams first) {
    var clients = new ArrayList<ReconnectingClient>();
    for (int i = 0; i < events * nodes.size(); i++) {
      clients.add(new ReconnectingClient(protocol));
    }
    var whole = new ReconnectingClient(protocol);
    first.activity().changed(thread.id);
    var speaking = thread.begin(run);
    List<Runnable> steps =
        List.of(
            () -> speaking.emits(new AgentEvent.StepStart("m1")).says("a", "b", "c").commits(),
            () -> speaking.says("d").emits(new AgentEvent.ToolCallStart("c1", "pay")),
            () -> speaking.says("e", "f").commits(),
            () -> speaking.says("g").emits(new AgentEvent.StepEnd()).commits(),
            () -> speaking.says("h"),
            speaking::finishes);
    connect.accept(whole, first);
    clients.forEach(client -> connect.accept(client, first));
    var back = new boolean[clients.size()];
    for (Runnable step : steps) {
      step.run();
      settle();
      for (int i = 0; i < clients.size(); i++) {
        ReconnectingClient client = clients.get(i);
        client.read();
        int cut = 1 + i / nodes.size();
        if (!back[i] && client.events() >= cut) {
          back[i] = true;
          client.drop(cut);
          connect.accept(client, nodes.get(i % nodes.size()));
        }
      }
    }
    pass(Duration.ofSeconds(12));
    whole.read();
    List<JsonNode> expected = whole.document();
    assertThat(expected).extracting(each -> each.at("/params/number").asInt()).contains(events);
    for (int i = 0; i < clients.size(); i++) {
      clients.get(i).read();
      assertThat(clients.get(i).document()).as("client %d", i).isEqualTo(expected);
    }
  }

  private void clientsOfAThread(Stored stored, EventLog restarted) {
    var owner = hub();
    var thread = new ScriptedThread(stored.mailbox(), stored.commits(), owner, clock);
    List<Streams> nodes = nodes(owner, stored, restarted);
    comeBackAtEachEvent(
        thread,
        "two",
        12,
        nodes,
        (client, node) -> client.connect(node, thread.id),
        nodes.getFirst());
  }

  @Test
  void aThreadsReaderWithUncommittedEventsIsResetToTheState() {
    var stores = new MemoryStores(clock, MAILBOX);
    var owner = hub();
    var thread = new ScriptedThread(stores.mailbox(), stores.runCommit(), owner, clock);
    Streams streams = node(owner, stores.events());
    var whole = new ReconnectingClient(protocol);
    var returning = new ReconnectingClient(protocol);
    var waiting = new ReconnectingClient(protocol);
    streams.activity().changed(thread.id);
    var lost = thread.begin("a").says("1").commits();
    List.of(whole, returning, waiting).forEach(client -> client.connect(streams, thread.id));
    settle();
    lost.says("x", "y");
    settle();
    whole.read();
    returning.read();
    returning.drop(3);
    waiting.read();
    waiting.drop(2);
    waiting.connect(streams, thread.id);
    lost.says("z");
    settle();
    lost.leaves();
    clock.advance(Duration.ofSeconds(31));
    stores.mailbox().leases().reclaimExpired(10);

    thread.claimDue(1).says("2", "3").finishes();
    pass(Duration.ofSeconds(12));
    returning.connect(node(hub(), stores.events()), thread.id);
    pass(Duration.ofSeconds(12));
    returning.read();
    whole.read();
    waiting.read();

    var expected = new ReconnectingClient(protocol);
    expected.connect(node(hub(), stores.events()), thread.id);
    pass(Duration.ofSeconds(1));
    expected.read();
    assertThat(expected.events()).isEqualTo(4);
    assertThat(whole.document()).isEqualTo(expected.document());
    assertThat(returning.document()).isEqualTo(expected.document());
    assertThat(waiting.document()).isEqualTo(expected.document());
  }
}
