package io.awaken.core.loop;

import static io.awaken.core.spec.ToolExecutionMode.PARALLEL_STREAMING;
import static io.awaken.core.spec.ToolExecutionMode.SEQUENTIAL;
import static io.awaken.core.suspension.DecisionAction.RESUME;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.CoreActions;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.ToolIntercepts;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.TestPlugin;
import io.awaken.runtime.RuntimeStores;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A blocked call ends the run consistently while other calls execute, wait or start. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BlockedRoundsTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private static final Plugin ENDS_AFTER_A =
      new TestPlugin(
          "ends",
          r ->
              r.registerPhaseHook(
                  Phase.AFTER_TOOL_EXECUTE,
                  context ->
                      context.call().name().equals("a")
                          ? StateCommand.none()
                              .update(
                                  RuntimeKeys.RUN_LIFECYCLE,
                                  new TerminationReason.BehaviorRequested())
                          : null));

  private final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());
  private final CountDownLatch blocked = new CountDownLatch(1);

  @Test
  void aRunThatMustEndAtOnceAsksNoQuestionAndStartsNoCall() {
    Plugin asks = AskedRun.gate("asks", List.of("b"), ticket -> ticket);

    var run = new AskedRun(stores, SEQUENTIAL, List.of(asks, ENDS_AFTER_A)).start();

    assertThat(run.status()).isEqualTo("BehaviorRequested");
    assertThat(run.called).containsExactly("a");
    assertThat(run.published()).contains("b:cancelled").doesNotContain("b:suspended");
  }

  @Test
  void aRunThatMustEndAtOnceDoesNotWaitOnADrainingNode() {
    Plugin asks = AskedRun.gate("asks", List.of("b", "c"), ticket -> ticket);
    var run = new AskedRun(stores, PARALLEL_STREAMING, List.of(asks, ENDS_AFTER_A));
    run.when(
        "a",
        (arguments, context) -> {
          run.drain();
          return ToolResult.success("a", arguments.get("value"));
        });

    run.start();
    assertThat(run.published()).contains("b:cancelled", "c:cancelled");

    run.restart();
    assertThat(run.goOn().status()).isEqualTo("BehaviorRequested");
  }

  @Test
  void aCallBlockedAtItsStartLeavesNoDeclinedSiblingExecuting() {
    Plugin late =
        new TestPlugin(
            "late",
            r ->
                r.registerPhaseHook(
                    Phase.BEFORE_TOOL_EXECUTE,
                    context ->
                        context.call().name().equals("b")
                            ? StateCommand.none()
                                .schedule(
                                    CoreActions.TOOL_INTERCEPT,
                                    ToolIntercepts.Intercept.block("not this one"))
                            : null));
    var run = new AskedRun(stores, PARALLEL_STREAMING, List.of(late)).start();

    endedBlockedBecause(run, "not this one");
    assertThat(run.called).doesNotContain("b", "c");
    assertThat(run.calls())
        .isEqualTo(
            run.called.contains("a")
                ? "a=succeeded b=failed c=cancelled"
                : "a=cancelled b=failed c=cancelled");
  }

  @Test
  void aBlockAmongSimultaneousDecisionsPreventsTheOtherCalls() {
    var run = asking("a", "c");
    run.when(
            "b",
            (arguments, context) -> {
              decideTogether(run);
              return ToolResult.success("b", arguments.get("value"));
            })
        .start();

    endedBlockedBecause(run, "not after all");
    assertThat(run.called).containsExactly("b");
    assertThat(run.calls()).isEqualTo("a=failed b=succeeded c=cancelled");
    assertThat(run.published()).contains("c:cancelled").doesNotContain("c:succeeded");
  }

  @Test
  void anExecutingCallThatAsksAfterItsRunWasBlockedGetsAResultInsteadOfAQuestion() {
    var run = asking("a");
    run.when(
            "b",
            (arguments, context) -> {
              run.decide("a", RESUME);
              awaitBlock();
              return ToolResult.suspended("b", SuspendTicket.approval("test:Pin", "The PIN?"));
            })
        .start();

    endedBlockedBecause(run, "not after all");
    assertThat(run.published()).endsWith("ends");
    assertThat(results())
        .anyMatch(text -> text.contains("the tool's question is dropped: run blocked"));
  }

  @Test
  void anExecutingCallThatAsksInAnEndingRunGetsTheReasonOfTheEnd() {
    Plugin ends =
        new TestPlugin(
            "ends",
            r ->
                r.registerPhaseHook(
                    Phase.AFTER_TOOL_EXECUTE,
                    context -> {
                      if (!context.call().name().equals("a")) {
                        return null;
                      }
                      blocked.countDown();
                      return StateCommand.none()
                          .update(
                              RuntimeKeys.RUN_LIFECYCLE, new TerminationReason.BehaviorRequested());
                    }));
    var run = new AskedRun(stores, PARALLEL_STREAMING, List.of(ends));
    run.when(
            "b",
            (arguments, context) -> {
              awaitBlock();
              return ToolResult.suspended("b", SuspendTicket.approval("test:Pin", "The PIN?"));
            })
        .start();

    assertThat(run.status()).isEqualTo("BehaviorRequested");
    assertThat(results())
        .anyMatch(text -> text.contains("the tool's question is dropped: the run ends"));
    assertThat(results()).noneMatch(text -> text.contains("run blocked"));
  }

  /** The results of the calls, as the model would read them. */
  private List<String> results() {
    return stores.threads().history(THREAD).stream()
        .filter(message -> message.toolCallId() != null)
        .map(Message::text)
        .toList();
  }

  /** One ending, one result per call and no open question. */
  private void endedBlockedBecause(AskedRun run, String reason) {
    assertThat(run.record().status()).as(run.published()).isEqualTo(RunStatus.DONE);
    assertThat(run.record().termination()).isEqualTo(new TerminationReason.Blocked(reason));
    assertThat(stores.threads().history(THREAD))
        .extracting(Message::toolCallId)
        .filteredOn(id -> id != null)
        .doesNotHaveDuplicates()
        .hasSize(3);
    assertThat(run.calls()).doesNotContain("=new", "=suspended", "=running", "=resuming");
    assertThat(run.questions()).doesNotContain("=open", "=decided");
  }

  /** Asks about tools and blocks the first of them after the decision. */
  private AskedRun asking(String... tools) {
    Plugin strict =
        new TestPlugin(
            "strict",
            r ->
                r.registerToolGateHook(
                    context -> {
                      if (context.decision() == null || !context.call().name().equals("a")) {
                        return Optional.empty();
                      }
                      blocked.countDown();
                      return Optional.of(new ToolIntercept.Block("not after all"));
                    }));
    return new AskedRun(
        stores,
        PARALLEL_STREAMING,
        List.of(AskedRun.gate("asks", List.of(tools), ticket -> ticket), strict));
  }

  /** The owner receives both decisions at once. */
  private void decideTogether(AskedRun run) throws InterruptedException {
    for (SuspensionRecord question : stores.suspensions().ofRun(run.record().runId())) {
      var decision = new Decision("d-" + question.callId(), RESUME, null, null, 1);
      stores.suspensions().decide(question.key(), question.argumentsHash(), decision, "judge");
    }
    run.node().mailbox.stored(run.record().runId());
    awaitBlock();
  }

  private void awaitBlock() throws InterruptedException {
    assertThat(blocked.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
