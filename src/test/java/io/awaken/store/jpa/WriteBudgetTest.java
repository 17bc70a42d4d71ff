package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.contract.Stores;
import io.awaken.core.commit.CallState;
import io.awaken.core.commit.RunOutcome;
import io.awaken.core.commit.StepCommit;
import io.awaken.core.commit.Submission;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.mailbox.MailboxStore.SubmitResult;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.fixture.Databases;
import io.awaken.fixture.StatementCounter;
import io.awaken.store.database.Database;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Guardrail G3: what a run costs is known, and is the same however long its thread is. */
class WriteBudgetTest {
  private static final ThreadId THREAD = new ThreadId("thread");

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
        var stores =
            new JpaStores(
                new LocalTransactions(factory),
                new Database(counter.dataSource(), database.database().product()),
                Stores.SETTINGS)) {
      assertCosts(counter, 19, () -> run(stores, "first", 1));
      run(stores, "long", 1000);
      assertCosts(counter, 19, () -> run(stores, "later", 1));
      assertThat(stores.threads().history(THREAD).size()).isEqualTo(4 + 1003 + 4);
    }
  }

  private static void assertCosts(StatementCounter counter, int executions, Runnable run) {
    counter.reset();
    run.run();
    assertThat(counter.writeTransactions()).isEqualTo(4);
    assertThat(counter.executions()).hasSize(executions);
  }

  /** What the loop does for a streaming request whose model asks for one tool. */
  private static void run(JpaStores stores, String name, int input) {
    Fence fence = submit(stores, name, input);
    assertThat(stores.threads().history(THREAD)).isNotEmpty();
    CallState call =
        new CallState(
                1, "call", "sum", JsonNodeFactory.instance.objectNode(), ToolCallStatus.NEW, 0)
            .begun();
    fence =
        stores
            .runCommit()
            .commit(
                fence,
                new StepCommit(
                    name + "-1",
                    messages(name + "-a", 1),
                    List.of(call),
                    List.of(),
                    said(fence, 1)));
    var done = List.of(call.with(ToolCallStatus.SUCCEEDED));
    fence =
        stores
            .runCommit()
            .commit(
                fence,
                new StepCommit(
                    name + "-2", messages(name + "-b", 1), List.of(), done, said(fence, 2)));
    stores
        .runCommit()
        .finish(
            fence,
            new StepCommit(
                name + "-3", messages(name + "-c", 1), List.of(), List.of(), said(fence, 3)),
            new RunOutcome(new TerminationReason.NaturalEnd(), "done", 2, 1, 1));
  }

  private static Fence submit(JpaStores stores, String name, int input) {
    var submission =
        new Submission(
            new RunId("run-" + name),
            THREAD,
            new JobId("job-" + name),
            "helper",
            Caller.ANONYMOUS,
            null,
            messages(name, input),
            new ClaimToken("token-" + name));
    return ((SubmitResult.Claimed) stores.mailbox().submit(submission)).claim().fence();
  }

  private static List<Message> messages(String name, int count) {
    return IntStream.range(0, count).mapToObj(i -> Message.user(name + i, "text")).toList();
  }

  private static Segment said(Fence fence, long sequence) {
    var cursor = new Cursor(fence.epoch(), sequence);
    return Segment.join(List.of(new StreamEvent(cursor, Instant.EPOCH, new AgentEvent.StepEnd())));
  }
}
