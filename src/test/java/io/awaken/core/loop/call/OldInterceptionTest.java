package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.CoreActions;
import io.awaken.core.action.ToolIntercepts.Intercept;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The action of the older plugin model also suspends calls. */
@Rows(89)
class OldInterceptionTest {

  private final List<String> hooked = new ArrayList<>();

  private AskedRun run(ToolExecutionMode mode) {
    var old =
        new TestPlugin(
            "old",
            r ->
                r.registerPhaseHook(
                    Phase.BEFORE_TOOL_EXECUTE,
                    context -> {
                      hooked.add(context.call().name());
                      return context.call().name().equals("b")
                          ? StateCommand.none()
                              .schedule(
                                  CoreActions.TOOL_INTERCEPT,
                                  Intercept.suspend(
                                      SuspendTicket.approval("old:Confirm", "May b run?")))
                          : null;
                    }));
    return new AskedRun(TestNode.inMemory(), mode, List.of(old)).start();
  }

  @ParameterizedTest
  @EnumSource
  void aSuspendedCallWaitsAndRunsOnceItIsApproved(ToolExecutionMode mode) {
    AskedRun run = run(mode);

    assertThat(run.status()).isEqualTo("waiting");
    assertThat(run.questions()).isEqualTo("b=open");
    assertThat(run.question("b").ticket().suspension().action()).isEqualTo("old:Confirm");
    assertThat(run.calls()).contains("b=suspended");

    run.restart();
    run.decide("b", DecisionAction.RESUME);
    run.goOn();

    assertThat(run.record().termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.calls()).isEqualTo("a=succeeded b=succeeded c=succeeded");
    assertThat(run.questions("b")).hasSize(1);
    assertThat(hooked).as("called once for each call").containsExactlyInAnyOrder("a", "b", "c");
  }

  @ParameterizedTest
  @EnumSource
  void aSuspendedCallThatIsRefusedDoesNotRun(ToolExecutionMode mode) {
    AskedRun run = run(mode);

    run.decide("b", DecisionAction.CANCEL);
    run.goOn();

    assertThat(run.calls()).isEqualTo("a=succeeded b=cancelled c=succeeded");
  }
}
