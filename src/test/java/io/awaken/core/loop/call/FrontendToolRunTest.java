package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.ClientExecutedTool;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A tool of the client: called, waited for without resources, answered. */
class FrontendToolRunTest {

  private static final ThreadId THREAD = new ThreadId("t");
  private static final ClientTool PICK = new ClientTool("pick_colour", "asks the user", null);

  private final RecordingModel model =
      new RecordingModel(
          Script.builder().calls("pick_colour", Map.of("palette", "warm")).says("Thanks."));
  private final FunctionTool lookup = FunctionTool.answering("lookup", "x");

  @Test
  void frontendToolsAreOfferedBesideServerTools() {
    TestNode node = node();
    submit(node, PICK);

    assertThat(model.requests().getFirst().tools())
        .extracting(ToolDescriptor::id)
        .containsExactly("lookup", "pick_colour");
  }

  @Test
  void aCallWaitsForTheClientAndContinuesWithItsResult() {
    TestNode node = node();
    RunId run = submit(node, PICK);

    assertThat(node.record(run).status()).isEqualTo(RunStatus.WAITING);
    SuspensionRecord asked = node.stores.suspensions().open(THREAD).getFirst();
    assertThat(asked.kind()).isEqualTo(SuspensionKind.INPUT);
    assertThat(asked.ticket().suspension().action()).isEqualTo(ClientExecutedTool.ACTION);
    assertThat(asked.ticket().resumeMode()).isEqualTo(ResumeMode.USE_DECISION_AS_TOOL_RESULT);
    assertThat(asked.ticket().pending().name()).isEqualTo("pick_colour");
    assertThat(asked.ticket().pending().arguments()).hasToString("{\"palette\":\"warm\"}");

    decide(node, asked, DecisionAction.RESUME, JsonNodeFactory.instance.textNode("red"));

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(node.record(run).finalOutput()).isEqualTo("Thanks.");
    assertThat(answers(node)).containsExactly("red");
  }

  @Test
  @Rows(122)
  void inSequenceTheClientGetsAllOfItsCallsAndTheServersKeepTheirPlace() {
    var three =
        new RecordingModel(
            Script.builder()
                .calls("pick_colour", Map.of("palette", "warm"))
                .andCalls("lookup", Map.of("value", "paint"))
                .andCalls("pick_colour", Map.of("palette", "cold"))
                .says("Thanks."));
    var node = new TestNode(three, UnaryOperator.identity(), lookup);
    RunId run = submit(node, PICK);

    List<SuspensionRecord> asked = node.stores.suspensions().open(THREAD);
    assertThat(asked)
        .extracting(each -> each.ticket().pending().arguments().toString())
        .containsExactly("{\"palette\":\"warm\"}", "{\"palette\":\"cold\"}");
    assertThat(lookup.calls()).isEmpty();

    decide(node, asked.getFirst(), DecisionAction.RESUME, TextNode.valueOf("red"));
    assertThat(lookup.calls()).hasSize(1);
    decide(node, asked.getLast(), DecisionAction.RESUME, TextNode.valueOf("blue"));

    assertThat(answers(node)).containsExactly("red", "x", "blue");
    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void aNodeThatTakesOverTheRunHasItsClientTools() {
    TestNode first = node();
    RunId run = submit(first, PICK);
    SuspensionRecord asked = first.stores.suspensions().open(THREAD).getFirst();

    var second = new TestNode(first.stores, model, UnaryOperator.identity(), lookup);
    decide(second, asked, DecisionAction.RESUME, JsonNodeFactory.instance.textNode("red"));

    assertThat(second.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(model.requests().getLast().tools())
        .extracting(ToolDescriptor::id)
        .contains("pick_colour");
  }

  @Test
  void aDecliningClientCancelsTheCallAndTheRunContinues() {
    TestNode node = node();
    RunId run = submit(node, PICK);

    decide(
        node,
        node.stores.suspensions().open(THREAD).getFirst(),
        DecisionAction.CANCEL,
        JsonNodeFactory.instance.nullNode());

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(answers(node)).singleElement().asString().contains("\"code\":\"cancelled\"");
  }

  @Test
  void toolsForbiddenForTheAgentAreNotOffered() {
    var node =
        new TestNode(
            model, agent -> AgentSpec.builder("a", "m").allowedTools("lookup").build(), lookup);
    RunId run = submit(node, PICK);

    assertThat(model.requests().getFirst().tools())
        .extracting(ToolDescriptor::id)
        .containsExactly("lookup");
    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(answers(node)).singleElement().asString().contains("\"code\":\"not_found\"");
  }

  @Test
  void aRunWithoutClientToolsDoesNotInheritThoseOfThePreviousRun() {
    TestNode node = node();
    submit(node, PICK);
    decide(
        node,
        node.stores.suspensions().open(THREAD).getFirst(),
        DecisionAction.RESUME,
        JsonNodeFactory.instance.textNode("red"));
    submit(node);

    assertThat(model.requests().getLast().tools())
        .extracting(ToolDescriptor::id)
        .containsExactly("lookup");
  }

  private TestNode node() {
    return new TestNode(model, UnaryOperator.identity(), lookup);
  }

  private static RunId submit(TestNode node, ClientTool... tools) {
    RunId run =
        node.service
            .submit(TestNode.request(THREAD.value(), "Paint it.").with(List.of(tools)))
            .runId();
    node.executeAll();
    return run;
  }

  private static void decide(
      TestNode node, SuspensionRecord asked, DecisionAction action, JsonNode result) {
    var outcome =
        node.stores
            .suspensions()
            .decide(
                asked.key(),
                asked.argumentsHash(),
                new Decision("d1", action, result, null, 1),
                "ada");
    assertThat(outcome.taken()).isEqualTo(Taken.RESUMES);
    node.starter.claimDue();
    node.executeAll();
  }

  private static List<String> answers(TestNode node) {
    return node.stores.threads().history(THREAD).stream()
        .filter(message -> message.role() == Role.TOOL)
        .map(Message::text)
        .toList();
  }
}
