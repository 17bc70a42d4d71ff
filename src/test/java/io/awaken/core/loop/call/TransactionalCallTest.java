package io.awaken.core.loop.call;

import static io.awaken.fixture.CommitBuilder.emptyCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.loop.call.RunningCalls.RoundEvent;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.store.run.ToolTransactions.RolledBack;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The tool's thread, with its transaction open, meets the run's thread. */
class TransactionalCallTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Fence FENCE =
      new Fence(new ThreadId("t"), new RunId("r"), new JobId("j"), new ClaimToken("c"), 1, 0, null);
  private static final StepCommit STEP = emptyCommit("commit");

  private final LinkedBlockingQueue<Object> happened = new LinkedBlockingQueue<>();

  /** Transactions that report how they end. */
  private final ToolTransactions transactions =
      (limit, work) -> {
        Optional<ToolTransactions.LastWrite> last = work.get();
        happened.add(last.isPresent() ? "committed" : "rolled back");
        return last.map(write -> write.fence().advanced(write.step().commitId(), 1, 0));
      };

  private TransactionalCall call(Duration patience) {
    var state =
        new CallState(
            1, "call", "echo", JsonNodeFactory.instance.objectNode(), ToolCallStatus.RUNNING, 1);
    var tool = RegisteredTool.of(FunctionTool.answering("echo", "42"));
    return new TransactionalCall(transactions, PreparedCall.of(state, tool), patience);
  }

  private void ask(TransactionalCall call) {
    call.run(
        LONG,
        () -> ToolOutput.success("echo", TextNode.valueOf("42")),
        happened::add,
        () -> happened.add("worked"));
  }

  private Object next() throws InterruptedException {
    return happened.poll(10, TimeUnit.SECONDS);
  }

  @Test
  void aToolThatHasAnsweredLetsOthersWorkWhileItWaitsForItsRun() throws Exception {
    var call = call(LONG);
    Thread.ofVirtual().start(() -> ask(call));

    assertThat(next()).isEqualTo("worked");
    assertThat(next())
        .isInstanceOfSatisfying(
            RoundEvent.Finished.class, done -> assertThat(done.open()).isSameAs(call));
    assertThat(call.commit(FENCE, STEP)).isEqualTo(FENCE.advanced(STEP.commitId(), 1, 0));
    assertThat(next()).isEqualTo("committed");
  }

  @Test
  void aToolWaitsForItsRunForALimitedTime() throws Exception {
    var call = call(Duration.ofMillis(1));
    Thread tool = Thread.ofVirtual().start(() -> ask(call));
    tool.join();

    assertThatThrownBy(() -> call.commit(FENCE, STEP)).isInstanceOf(RolledBack.class);
    assertThat(happened).contains("rolled back").doesNotContain("committed");
  }

  @Test
  void aRunThatGaveUpBeforeTheAnswerCommitsNothing() {
    var call = call(LONG);
    call.rollBack();
    join(Thread.ofVirtual().start(() -> ask(call)));

    assertThat(happened).contains("rolled back").doesNotContain("committed");
    call.rolledBack();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aThreadThatWouldWaitForItselfDoesNotExecuteTheTool() throws Exception {
    ask(call(LONG));

    assertThat(next()).isEqualTo("worked");
    var finished = (RoundEvent.Finished) next();
    assertThat(finished.open()).isNull();
    assertThat(finished.outcome().get().result().code()).isEqualTo("unavailable");
    assertThat(happened).isEmpty();
  }

  @Test
  void withoutTransactionsOfTheStoreACallIsRefused() {
    var tool = FunctionTool.answering("echo", "42").transactional(true);
    var node =
        new TestNode(
            new RecordingModel(Script.builder().calls("echo", Map.of("value", "x")).says("done")),
            UnaryOperator.identity(),
            tool);

    node.run("t", "go");

    assertThat(tool.calls()).isEmpty();
    assertThat(node.stores.threads().history(new ThreadId("t")).get(2).text())
        .contains("not executed: the store has no transactions for tools");
  }
}
