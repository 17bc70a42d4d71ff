package io.awaken.store.jpa;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.contract.Stores;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolException;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.BreakableDataSource;
import io.awaken.fixture.Databases;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.database.Database;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Nodes over one database whose agent books {@code x} and {@code y} with a transactional tool. */
final class BookingNode implements AutoCloseable {

  private final Databases.Fresh database = Databases.h2();
  final BreakableDataSource connections = new BreakableDataSource(database.dataSource());
  private final EntityManagerFactory factory =
      EntityManagers.local(connections.dataSource(), JpaStores.ENTITIES);
  private final LocalTransactions transactions = new LocalTransactions(factory);
  private final JpaStores stores =
      new JpaStores(
          transactions,
          new Database(connections.dataSource(), database.database().product()),
          Stores.SETTINGS);
  final AtomicInteger calls = new AtomicInteger();
  ToolExecutionMode mode = ToolExecutionMode.SEQUENTIAL;
  Duration limit = Duration.ofMinutes(1);

  /** Runs after the tool has written its row. */
  After after = ToolOutput::success;

  /** Returns the tool's output. */
  interface After {
    ToolOutput give(String tool, JsonNode booked) throws ToolException, InterruptedException;
  }

  BookingNode() {
    database.execute("CREATE TABLE it_ledger (entry VARCHAR(20))");
  }

  BookingNode emptied() {
    InDatabase.TABLES.forEach(table -> database.execute("DELETE FROM awaken_" + table));
    database.execute("DELETE FROM it_ledger");
    calls.set(0);
    mode = ToolExecutionMode.SEQUENTIAL;
    limit = Duration.ofMinutes(1);
    after = ToolOutput::success;
    return this;
  }

  ToolTransactions real() {
    return stores.toolTransactions();
  }

  TestNode node(Plugin... plugins) {
    return node(real(), plugins);
  }

  TestNode node(ToolTransactions tools, Plugin... plugins) {
    var all =
        new RuntimeStores(
            stores.threads(),
            stores.runs(),
            stores.suspensions(),
            stores.events(),
            stores.runCommit(),
            stores.mailbox(),
            Optional.of(tools),
            Optional.of(stores.profile()),
            stores.documents(),
            stores.outbox());
    var model =
        new RecordingModel(
            Script.builder()
                .calls("book", Map.of("value", "x"))
                .andCalls("book", Map.of("value", "y"))
                .says("done"));
    return new TestNode(
        all,
        UnaryOperator.identity(),
        model,
        agent -> agent.toBuilder().toolExecutionMode(mode).build(),
        List.of(plugins),
        new Book());
  }

  private final class Book implements Tool {
    @Override
    public ToolDescriptor descriptor() {
      return FunctionTool.answering("book", "").descriptor();
    }

    @Override
    public boolean transactional() {
      return true;
    }

    @Override
    public Optional<Duration> timeLimit() {
      return Optional.of(limit);
    }

    @Override
    public ToolOutput execute(JsonNode arguments, ToolCallContext context)
        throws ToolException, InterruptedException {
      calls.incrementAndGet();
      String entry = arguments.path("value").asText();
      transactions.run(
          em ->
              em.createNativeQuery("INSERT INTO it_ledger VALUES (:entry)")
                  .setParameter("entry", entry)
                  .executeUpdate());
      return after.give("book", TextNode.valueOf("booked " + entry));
    }
  }

  /** Marks the calling thread's transaction for rollback. */
  void markRollback() {
    transactions.run(em -> em.getTransaction().setRollbackOnly());
  }

  /** Counts the bookings visible to other transactions. */
  long booked(String entry) {
    return database.number("SELECT COUNT(*) FROM it_ledger WHERE entry = '" + entry + "'");
  }

  void execute(String sql) {
    database.execute(sql);
  }

  void leaseRunsOut() {
    database.execute("UPDATE awaken_job SET lease_until = 1 WHERE status = 'claimed'");
    stores.mailbox().leases().reclaimExpired(10);
    database.execute("UPDATE awaken_job SET available_at = 1 WHERE status = 'queued'");
  }

  RunRecord run() {
    RunId id = stores.threads().find(new ThreadId("t")).orElseThrow().latestRunId();
    return stores.runs().find(id).orElseThrow();
  }

  List<String> statuses() {
    return stores.runs().calls(run().runId()).stream()
        .map(CallState::status)
        .map(status -> status.name().toLowerCase(java.util.Locale.ROOT))
        .toList();
  }

  /** Returns the stored results, in order. */
  List<String> results() {
    return stores.threads().history(new ThreadId("t")).stream()
        .filter(message -> message.toolCallId() != null)
        .map(message -> message.text())
        .toList();
  }

  Map<String, JsonNode> state() {
    return stores.threads().state(new ThreadId("t"), run().runId()).thread().extensions();
  }

  @Override
  public void close() {
    stores.close();
    factory.close();
    database.close();
  }
}
