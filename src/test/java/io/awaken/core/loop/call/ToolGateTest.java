package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.CoreActions;
import io.awaken.core.action.ToolIntercepts;
import io.awaken.core.event.AgentEvent.ToolCallDone;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.plugin.hook.ToolPolicyDecision;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Rows;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Decisions of gates about a call. */
class ToolGateTest extends PluggedToolRun {

  @Test
  @Rows(75)
  void aBlockingGateFailsTheCallEndsTheRunAndPreventsItsSiblings() {
    var run =
        run(
            twoCalls(),
            plugin(
                "gate",
                r ->
                    r.registerToolPolicyHook(
                        context ->
                            context.call().arguments().path("value").asText().equals("y")
                                ? ToolPolicyDecision.deny("not today")
                                : ToolPolicyDecision.allow())));

    assertThat(run.termination()).isEqualTo(new TerminationReason.Blocked("not today"));
    assertThat(tool.calls()).isEmpty();
    assertThat(statuses(run)).containsExactly(ToolCallStatus.CANCELLED, ToolCallStatus.FAILED);
    assertThat(toolMessages())
        .containsExactly(
            "{\"error\":\"not executed: run blocked\",\"code\":\"not_executed\"}",
            "{\"error\":\"the call was blocked: not today\",\"code\":\"blocked\"}");
  }

  @Test
  @Rows({75, 118, 119})
  void theStrongestDecisionOfTheGatesCountsAndAmongEqualsTheFirstWithTheClashLogged() {
    try (var log = new CapturedLog(CallHooks.class)) {
      var run =
          run(
              oneCall(),
              plugin(
                  "sets",
                  r ->
                      r.registerToolGateHook(
                          c -> Optional.of(new ToolIntercept.SetResult(saying("set"))))),
              plugin(
                  "blocks",
                  r -> r.registerToolGateHook(c -> Optional.of(new ToolIntercept.Block("first")))),
              plugin(
                  "blocks-too",
                  r ->
                      r.registerToolGateHook(c -> Optional.of(new ToolIntercept.Block("second")))));

      assertThat(run.termination()).isEqualTo(new TerminationReason.Blocked("first"));
      assertThat(log.warnings()).singleElement().asString().contains("blocks-too");
    }
  }

  @Test
  @Rows(75)
  void aGateCanGiveTheResultItself() {
    run(
        oneCall(),
        plugin(
            "sets",
            r ->
                r.registerToolGateHook(
                    c -> Optional.of(new ToolIntercept.SetResult(saying("known"))))));

    assertThat(tool.calls()).isEmpty();
    assertThat(toolMessages()).containsExactly("known");
  }

  @Test
  @Rows(89)
  void theOldInterceptActionBlocksOrAnswersACallBeforeItIsExecuted() {
    var answered =
        run(oneCall(), intercepting(ToolIntercepts.Intercept.setResult(saying("intercepted"))));
    assertThat(answered.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(toolMessages()).containsExactly("intercepted");

    var blocked = run(twoCalls(), intercepting(ToolIntercepts.Intercept.block("no")));
    assertThat(blocked.termination()).isEqualTo(new TerminationReason.Blocked("no"));
    assertThat(statuses(blocked)).containsExactly(ToolCallStatus.FAILED, ToolCallStatus.CANCELLED);
    assertThat(tool.calls()).isEmpty();
  }

  private static Plugin intercepting(ToolIntercepts.Intercept intercept) {
    return plugin(
        "old",
        r ->
            r.registerPhaseHook(
                Phase.BEFORE_TOOL_EXECUTE,
                c -> StateCommand.none().schedule(CoreActions.TOOL_INTERCEPT, intercept)));
  }

  @Test
  void everyCallOfABlockedRunHasAPublishedResult() {
    run(
        twoCalls(),
        plugin("gate", r -> r.registerToolPolicyHook(c -> ToolPolicyDecision.deny("no"))));

    assertThat(node.sinks.events()).filteredOn(ToolCallDone.class::isInstance).hasSize(2);
    assertThat(node.stores.threads().history(new ThreadId("t")))
        .last()
        .satisfies(
            message ->
                assertThat(message.content())
                    .singleElement()
                    .isInstanceOf(ContentBlock.Text.class));
  }
}
