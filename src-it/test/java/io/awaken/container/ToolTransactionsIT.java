package io.awaken.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.StateChanges;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.run.ToolTransactions.LastWrite;
import io.awaken.core.store.run.ToolTransactions.RolledBack;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.suspension.SuspensionChanges;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.runtime.RuntimeStores;
import io.awaken.server.tool.CdiToolSource;
import io.awaken.server.tool.ThreadTransaction;
import io.awaken.store.database.Database;
import io.awaken.store.database.Transactions;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes of {@code @Transactional} tools, on every kind of thread that calls tools. */
class ToolTransactionsIT extends InContainerTest {

  private static final int CALLS = 100;

  @Inject private BeanManager manager;
  @Inject private ThreadTransaction transaction;
  @Inject private Database database;
  @Inject private RuntimeStores stores;
  @Inject private Transactions transactions;
  @Resource private ManagedExecutorService managed;

  @BeforeEach
  void table() throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS it_ledger");
      statement.execute("CREATE TABLE it_ledger (number INT PRIMARY KEY)");
    }
  }

  @Test
  void aToolThatFailsRollsBackItsRowsOnTheThreadsOfRuns() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertOnlyEvenNumbersAreBooked(threads);
    }
  }

  @Test
  void aToolThatFailsRollsBackItsRowsOnTheManagedExecutor() throws Exception {
    assertOnlyEvenNumbersAreBooked(managed);
  }

  private void assertOnlyEvenNumbersAreBooked(ExecutorService threads) throws Exception {
    Tool book = tool("book");
    List<Future<Boolean>> calls = new ArrayList<>();
    for (int n = 0; n < CALLS; n++) {
      int number = n;
      calls.add(threads.submit(() -> fails(book, number)));
    }
    for (int n = 0; n < CALLS; n++) {
      assertEquals(n % 2 == 1, calls.get(n).get());
    }
    assertEquals(CALLS / 2, rows("number >= 0"));
    assertEquals(0, rows("MOD(number, 2) = 1"));
  }

  @Test
  void transactionalWritesCommitOnlyWithTheirResultOnTheThreadsOfRuns() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertBookedExactlyWithResults(threads);
    }
  }

  @Test
  void transactionalWritesCommitOnlyWithTheirResultOnTheManagedExecutor() throws Exception {
    assertBookedExactlyWithResults(managed);
  }

  /** Odd numbers fail; of the even ones every second call has lost its lease meanwhile. */
  private void assertBookedExactlyWithResults(ExecutorService threads) throws Exception {
    Tool book = tool("book_with_result");
    assertTrue(book.transactional());
    List<Fence> fences = new ArrayList<>();
    List<Future<Boolean>> calls = new ArrayList<>();
    for (int n = 0; n < CALLS; n++) {
      int number = n;
      Fence fence = claimed();
      fences.add(fence);
      calls.add(threads.submit(() -> keeps(book, number, fence)));
    }
    for (int n = 0; n < CALLS; n++) {
      boolean kept = n % 4 == 0;
      assertEquals(kept, calls.get(n).get());
      assertEquals(kept ? 1 : 0, rows("number = " + n));
      assertEquals(kept ? 2 : 1, stores.threads().history(fences.get(n).threadId()).size());
    }
  }

  private boolean keeps(Tool tool, int number, Fence fence) {
    Fence held = number % 4 == 0 ? fence : fence.advanced("lost", 1, 0);
    var result = Message.user(fence.runId() + "-result", "booked");
    var step =
        new StepCommit(
            "c" + fence.runId(),
            List.of(result),
            List.of(),
            List.of(),
            null,
            StateChanges.NONE,
            SuspensionChanges.NONE,
            List.of(),
            List.of(),
            OutboxChanges.NONE,
            List.of());
    try {
      return stores
          .tools()
          .orElseThrow()
          .within(
              Duration.ofMinutes(1),
              () ->
                  failed(tool, number) ? Optional.empty() : Optional.of(new LastWrite(held, step)))
          .isPresent();
    } catch (RolledBack e) {
      return !(e.getCause() instanceof StaleFence);
    }
  }

  private boolean failed(Tool tool, int number) {
    try {
      return fails(tool, number);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Fence claimed() {
    String id = UUID.randomUUID().toString();
    var input = List.of(Message.user(id + "-in", "book"));
    var submission =
        new Submission(
            new RunId("r-" + id),
            new ThreadId("t-" + id),
            new JobId("j-" + id),
            "default",
            Caller.ANONYMOUS,
            null,
            input,
            new ClaimToken("c-" + id));
    return ((SubmitResult.Claimed) stores.mailbox().submits().submit(submission)).claim().fence();
  }

  @Test
  void aTransactionLeftOpenByAToolIsRolledBackAndTheCallFails() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Tool forget = tool("forget");
      assertTrue(
          threads
              .submit(
                  () -> {
                    boolean failed = fails(forget, 8);
                    return failed && !transaction.active();
                  })
              .get());
    }
    assertEquals(0, rows("number = 8"));
  }

  @Test
  void aToolSharesValuesButNotWithinItsOwnTransaction() throws Exception {
    ProfileAccess profile = profile();
    profile.delete(ToolBeans.NUMBER, "system");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Tool remember = tool("remember");
      Tool bookAndRemember = tool("book_and_remember");
      assertFalse(threads.submit(() -> fails(remember, 6)).get());
      assertTrue(threads.submit(() -> fails(bookAndRemember, 12)).get());
      assertEquals(6, threads.submit(() -> profile.read(ToolBeans.NUMBER, "system")).get());
    }
    assertEquals(0, rows("number = 12"));
  }

  private ProfileAccess profile() {
    return new ProfileAccess(stores.profile().orElseThrow(), "default", Set.of("it.number"));
  }

  private Tool tool(String id) {
    return new CdiToolSource(manager, ToolBeans.class.getClassLoader(), transaction)
        .tools().stream()
            .filter(tool -> tool.descriptor().id().equals(id))
            .findFirst()
            .orElseThrow();
  }

  private boolean fails(Tool tool, int number) throws InterruptedException {
    var run = new RunIdentity(new ThreadId("t"), new RunId("r"), null, "a", Caller.ANONYMOUS);
    var context =
        new ToolCallContext("c", "x", run, AgentSpec.of("a", "m"), "k", new CancellationToken())
            .with(profile());
    var arguments = JsonNodeFactory.instance.objectNode().put("number", number);
    try {
      ToolResult result = tool.execute(arguments, context).result();
      return result.failed();
    } catch (ToolException e) {
      return true;
    }
  }

  private long rows(String condition) {
    String sql = "SELECT COUNT(*) FROM it_ledger WHERE " + condition;
    return transactions.call(
        em -> ((Number) em.createNativeQuery(sql, Long.class).getSingleResult()).longValue());
  }
}
