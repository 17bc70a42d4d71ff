package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A tool that asks by itself. */
@Rows({184, 185, 186})
class RefundsTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private final Refunds refunds = new Refunds();

  @Test
  void aSmallRefundAsksNobody() {
    TestNode node = node(20);
    RunId run = start(node);

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(answer(node)).isEqualTo("refunded 20");
  }

  @Test
  void aLargeOneWaitsForAClerkAWeekLong() {
    TestNode node = node(120);
    RunId run = start(node);

    assertThat(node.record(run).status()).isEqualTo(RunStatus.WAITING);
    SuspensionRecord asked = open(node);
    assertThat(asked.ticket().suspension().message()).isEqualTo("Refund 120 euros for A-1001?");
    assertThat(asked.ticket().approver().role()).isEqualTo("clerk");
    assertThat(asked.ticket().approver().otherThanRequester()).isTrue();
    assertThat(asked.expiresAt() - asked.createdAt()).isEqualTo(7 * 24 * 3_600_000L);
  }

  @Test
  void anAgreementLetsItHappen() {
    TestNode node = node(120);
    RunId run = start(node);
    decide(node, DecisionAction.RESUME);

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(answer(node)).isEqualTo("refunded 120");
  }

  @Test
  void aRefusalIsToldToTheModelAndTheToolIsNotAskedAgain() {
    TestNode node = node(120);
    start(node);
    decide(node, DecisionAction.CANCEL);

    assertThat(answer(node)).contains("\"code\":\"cancelled\"");
  }

  @Test
  void whatAGateWasAnsweredIsNoAgreementToWhatTheToolAsks() {
    TestNode node = node(120, gate());
    RunId run = start(node);
    assertThat(open(node).ticket().suspension().action()).isEqualTo("gate:Ask");

    decide(node, DecisionAction.RESUME);
    assertThat(node.record(run).status()).isEqualTo(RunStatus.WAITING);
    assertThat(open(node).ticket().suspension().action()).isEqualTo("shop:Refund");

    decide(node, DecisionAction.RESUME);
    assertThat(answer(node)).isEqualTo("refunded 120");
  }

  private static Plugin gate() {
    return new TestPlugin(
        "gate",
        registrar ->
            registrar.registerToolGateHook(
                context ->
                    Optional.of(
                        new ToolIntercept.Suspend(SuspendTicket.approval("gate:Ask", "May it?")))));
  }

  private TestNode node(int amount, Plugin... plugins) {
    var model =
        new RecordingModel(
            Script.builder()
                .calls("refund", Map.of("order", "A-1001", "amount", amount))
                .says("All done."));
    return new TestNode(model, UnaryOperator.identity(), List.of(plugins), new Refund());
  }

  private static RunId start(TestNode node) {
    RunId run = node.submit(THREAD.value(), "Refund it.");
    node.executeAll();
    return run;
  }

  private static SuspensionRecord open(TestNode node) {
    return node.stores.suspensions().open(THREAD).getFirst();
  }

  private static void decide(TestNode node, DecisionAction action) {
    SuspensionRecord asked = open(node);
    var decision = new Decision("d" + asked.key().ordinal(), action, null, null, 1);
    node.stores.suspensions().decide(asked.key(), asked.argumentsHash(), decision, "bob");
    node.starter.claimDue();
    node.executeAll();
  }

  private static String answer(TestNode node) {
    return node.stores.threads().history(THREAD).stream()
        .filter(message -> message.role() == Role.TOOL)
        .map(Message::text)
        .findFirst()
        .orElseThrow();
  }

  /** The bean's method, as the server calls it. */
  private final class Refund implements Tool {
    @Override
    public ToolDescriptor descriptor() {
      var anything = JsonNodeFactory.instance.objectNode().put("type", "object");
      return new ToolDescriptor("refund", null, "Refunds an order, in euros.", anything, null);
    }

    @Override
    public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
      return refunds.refund(
          arguments.path("order").asText(), arguments.path("amount").decimalValue(), context);
    }
  }
}
