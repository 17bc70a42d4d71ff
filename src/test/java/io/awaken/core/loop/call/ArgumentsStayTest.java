package io.awaken.core.loop.call;

import static io.awaken.core.spec.ToolExecutionMode.SEQUENTIAL;
import static io.awaken.core.suspension.DecisionAction.RESUME;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.TestPlugin;
import io.awaken.runtime.RuntimeStores;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call retains its arguments even if hooks, gates or tools modify their copies. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArgumentsStayTest {

  @Test
  void aToolThatChangesItsArgumentsAsksAboutThoseThatItGot() {
    var untouched = asking(false);
    var changed = asking(true);

    keepsItsArguments(changed);
    assertThat(changed.question("a").argumentsHash())
        .isEqualTo(untouched.question("a").argumentsHash());
  }

  @Test
  void aDecisionCountsForACallWhoseToolChangedItsArguments() {
    var run = asking(true);

    run.decide("a", RESUME);
    run.goOn();

    assertThat(run.calls()).isEqualTo("a=succeeded b=succeeded c=succeeded");
    assertThat(run.results().getFirst()).isEqualTo("a");
  }

  @Test
  void aGateThatModifiesItsCopyAsksAboutTheOriginalArguments() {
    var untouched =
        new AskedRun(stores(), SEQUENTIAL, List.of("a"), ticket -> ticket).start().question("a");
    var run =
        new AskedRun(
                stores(),
                SEQUENTIAL,
                List.of(meddling(), AskedRun.gate("asks", List.of("a"), ticket -> ticket)))
            .start();

    keepsItsArguments(run);
    assertThat(run.question("a").argumentsHash()).isEqualTo(untouched.argumentsHash());
  }

  @Test
  void aToolGetsTheOriginalArgumentsEvenIfAGateModifiesThem() {
    var run = new AskedRun(stores(), SEQUENTIAL, List.of(meddling())).start();

    assertThat(run.results()).containsExactly("a", "b", "c");
  }

  private static void keepsItsArguments(AskedRun run) {
    assertThat(run.question("a").ticket().pending().arguments().path("value").textValue())
        .isEqualTo("a");
    assertThat(
            run.node().stores.runs().calls(run.record().runId()).stream()
                .filter(call -> call.toolName().equals("a"))
                .map(call -> call.arguments().path("value").textValue()))
        .containsExactly("a");
  }

  /** A run whose tool asks, with or without modifying its arguments first. */
  private static AskedRun asking(boolean change) {
    return new AskedRun(stores(), SEQUENTIAL, List.of())
        .when(
            "a",
            (arguments, context) -> {
              if (context.decision().isPresent()) {
                return ToolResult.success("a", arguments.get("value"));
              }
              if (change) {
                change(arguments);
              }
              return ToolResult.suspended("a", SuspendTicket.approval("test:Pin", "The PIN?"));
            })
        .start();
  }

  private static Plugin meddling() {
    return new TestPlugin(
        "meddling",
        r ->
            r.registerToolGateHook(
                context -> {
                  change(context.call().arguments());
                  return Optional.<ToolIntercept>empty();
                }));
  }

  private static void change(JsonNode arguments) {
    ((ObjectNode) arguments).put("value", "changed");
  }

  private static RuntimeStores stores() {
    return RuntimeStores.inMemory(InstantSource.system());
  }
}
