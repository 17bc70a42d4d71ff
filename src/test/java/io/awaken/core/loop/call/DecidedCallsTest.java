package io.awaken.core.loop.call;

import static io.awaken.core.spec.ToolExecutionMode.PARALLEL_STREAMING;
import static io.awaken.core.spec.ToolExecutionMode.SEQUENTIAL;
import static io.awaken.core.suspension.DecisionAction.CANCEL;
import static io.awaken.core.suspension.DecisionAction.RESUME;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.CountingPlugin;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.runtime.RuntimeStores;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A call after its decision. */
class DecidedCallsTest {

  private final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());

  @Test
  @Rows(185)
  void aDecisionCanReplaceTheExecutionOfTheTool() {
    var run = asking(ticket -> SuspendTicket.result("test:Answer", "What is it?", null)).start();

    run.decide("a", RESUME, AskedRun.text("forty-two"));
    run.goOn();

    assertThat(run.called).containsExactly("b", "c");
    assertThat(run.results()).contains("forty-two");
  }

  @Test
  @Rows(185)
  void theDecisionCanGiveOtherArgumentsUnderAnotherIdempotencyKey() {
    var keys = new ArrayList<String>();
    var run =
        asking(ticket -> editing())
            .when(
                "a",
                (arguments, context) -> {
                  keys.add(context.idempotencyKey());
                  return ToolResult.success("a", arguments.get("value"));
                })
            .start();

    run.decide("a", RESUME, value("edited"));
    run.goOn();

    assertThat(run.results()).contains("edited");
    assertThat(run.question("a").ticket().suspension().responseSchema().path("required"))
        .as("who edits is held to the tool's schema")
        .hasSize(1);
    assertThat(keys).singleElement().asString().endsWith(":1");
    assertThat(run.questions("a")).hasSize(1);
  }

  @Test
  @Rows(185)
  void argumentsOfADecisionAreCheckedAgain() {
    var run = asking(ticket -> editing()).start();

    run.decide("a", RESUME, JsonNodeFactory.instance.objectNode().put("wrong", 1));
    run.goOn();

    assertThat(run.called).containsExactly("b", "c");
    assertThat(run.calls()).startsWith("a=failed");
  }

  @Test
  @Rows({120, 210})
  void twoGatesAskInTurnAndOnlyOnce() {
    var run =
        new AskedRun(
                stores,
                SEQUENTIAL,
                List.of(
                    AskedRun.gate("first", List.of("a"), ticket -> ticket),
                    AskedRun.gate("second", List.of("a"), ticket -> ticket)))
            .start();

    run.decide("a", RESUME);
    run.goOn();
    assertThat(run.calls()).isEqualTo("a=suspended b=new c=new");
    run.decide("a", RESUME);
    run.goOn();

    assertThat(run.record().status()).isEqualTo(RunStatus.DONE);
    assertThat(run.questions("a"))
        .extracting(question -> question.askedBy())
        .containsExactly("first", "second");
    assertThat(run.questions("a"))
        .extracting(question -> question.ticket().suspension().id())
        .doesNotHaveDuplicates();
  }

  @Test
  @Rows({120, 210})
  void aGateMayStillBlockWhatWasApprovedAndSeesTheDecision() {
    Plugin strict =
        new TestPlugin(
            "strict",
            r ->
                r.registerToolGateHook(
                    context ->
                        context.decision() == null
                            ? Optional.empty()
                            : Optional.of(new ToolIntercept.Block("not after all"))));
    var run =
        new AskedRun(
                stores,
                PARALLEL_STREAMING,
                List.of(AskedRun.gate("asks", List.of("a", "c"), ticket -> ticket), strict))
            .start();

    run.decide("a", RESUME);
    run.goOn();

    assertThat(run.record().termination())
        .isEqualTo(new TerminationReason.Blocked("not after all"));
    assertThat(run.calls()).isEqualTo("a=failed b=succeeded c=cancelled");
    assertThat(run.questions()).isEqualTo("a=consumed c=cancelled");
    assertThat(run.called).containsExactly("b");
  }

  @Test
  @Rows({113, 115})
  void aToolCanSuspendItselfAndIsExecutedAgainWithTheDecision() {
    var decisions = new ArrayList<Decision>();
    var run =
        new AskedRun(stores, SEQUENTIAL, List.of())
            .when(
                "b",
                (arguments, context) -> {
                  context.decision().ifPresent(decisions::add);
                  return context
                      .decision()
                      .map(decision -> ToolResult.success("b", decision.result()))
                      .orElseGet(
                          () ->
                              ToolResult.suspended(
                                  "b", SuspendTicket.approval("test:Pin", "The PIN?")));
                })
            .start();

    assertThat(run.calls()).isEqualTo("a=succeeded b=suspended c=new");
    assertThat(run.question("b").kind()).isEqualTo(SuspensionKind.INPUT);
    run.decide("b", RESUME, AskedRun.text("1234"));
    run.goOn();

    assertThat(run.called).containsExactly("a", "b", "b", "c");
    assertThat(run.results()).contains("1234");
    assertThat(decisions).singleElement().extracting(Decision::action).isEqualTo(RESUME);
  }

  @Test
  void aReasonForCancellingReachesTheModel() {
    var run = asking(ticket -> ticket).start();

    run.decide("a", CANCEL);
    run.goOn();

    assertThat(run.results().getFirst()).contains("cancelled").contains("was not allowed");
  }

  @Test
  @Rows(121)
  void inSequenceAGateIsAskedAgainWithTheStateAfterEarlierCalls() {
    var seen = new ArrayList<String>();
    Plugin watching =
        new TestPlugin(
            "watching",
            r -> {
              r.registerKey(CountingPlugin.OF_RUN);
              r.registerToolGateHook(
                  context -> {
                    seen.add(
                        context.call().name()
                            + context.state().getOrInitial(CountingPlugin.OF_RUN));
                    return Optional.empty();
                  });
              r.registerPhaseHook(
                  io.awaken.core.state.Phase.AFTER_TOOL_EXECUTE,
                  context ->
                      io.awaken.core.state.StateCommand.none().update(CountingPlugin.OF_RUN, 1));
            });

    new AskedRun(stores, SEQUENTIAL, List.of(watching)).start();

    assertThat(seen).containsExactly("a0", "b0", "c0", "b1", "c2");
  }

  private AskedRun asking(java.util.function.UnaryOperator<SuspendTicket> ticket) {
    return new AskedRun(stores, SEQUENTIAL, List.of("a"), ticket);
  }

  private static SuspendTicket editing() {
    return SuspendTicket.of(
        ResumeMode.PASS_DECISION_TO_TOOL,
        new Suspension("edit", "test:Edit", "Which value?", null, null));
  }

  private static JsonNode value(String text) {
    return JsonNodeFactory.instance.objectNode().put("value", text);
  }
}
