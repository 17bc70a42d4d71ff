package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.awaken.core.decision.Delegation;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.AwaitedRun;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.webhook.Notices;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Agents that call other agents: the call waits for a run of its own. */
@Rows({16, 127, 195, 197, 198})
class DelegatedRunTest {

  private static final AgentSpec DELEGATE = AgentSpec.builder("b", "m2").build();
  private static final Map<String, String> TASK = Map.of("prompt", "find it");

  private RecordingModel above;
  private RecordingModel below;

  private TestNode node(AgentSpec delegate, ScriptBuilder of, ScriptBuilder delegates) {
    return node(ports -> ports, delegate, of, delegates);
  }

  private TestNode node(
      UnaryOperator<LoopPorts> ports,
      AgentSpec delegate,
      ScriptBuilder of,
      ScriptBuilder delegates) {
    above = new RecordingModel(of);
    below = new RecordingModel(delegates);
    return new TestNode(
        TestNode.inMemory(),
        ports,
        Registries.with(AgentSpec.builder("a", "m").delegates("b").build(), delegate)
            .models(above, below)
            .tools(
                FunctionTool.answering("echo", "42"),
                new FunctionTool(
                    "ask",
                    (arguments, context) ->
                        context.decision().isPresent()
                            ? ToolResult.success("ask", arguments)
                            : ToolResult.suspended("ask", SuspendTicket.approval("ok", "May I?"))))
            .snapshot());
  }

  private static ScriptBuilder asks() {
    return Script.builder().calls("agent_run_b", TASK);
  }

  private static RunRecord run(TestNode node) {
    RunId id = node.submit("t", "hello");
    node.workOff();
    return node.record(id);
  }

  private static RunRecord child(TestNode node, RunId parent) {
    return children(node, parent).getFirst();
  }

  private static List<RunRecord> children(TestNode node, RunId parent) {
    return node.stores.suspensions().ofRun(parent).stream()
        .map(SuspensionRecord::ticket)
        .map(AwaitedRun::of)
        .map(child -> node.record(new RunId(child.runId())))
        .toList();
  }

  private String result(int request) {
    return above.requests().get(request).messages().getLast().text();
  }

  /** Webhooks add to the questions of the commit that starts the delegate. */
  @Test
  void aDelegateIsStartedAlthoughThereIsAWebhook() {
    var secret = Secret.of("whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=");
    var hook =
        new WebhookSpec("chat", "https://chat.example", secret, null, null, null, null, null, null);
    var notices = new Notices(() -> List.of(hook), InstantSource.system(), () -> {});
    var node =
        node(
            ports ->
                new LoopPorts(
                    ports.stores(), ports.sinks(), ports.settings(), ports.observer(), notices),
            DELEGATE,
            asks().says("Thanks."),
            Script.builder().says("Found."));

    assertThat(run(node).finalOutput()).isEqualTo("Thanks.");
  }

  @Test
  void theModelGetsTheAnswerOfARunOnAThreadBelow() {
    var node = node(DELEGATE, asks().says("Thanks."), Script.builder().says("Found."));

    RunRecord run = run(node);

    assertThat(run.finalOutput()).isEqualTo("Thanks.");
    assertThat(result(1))
        .isEqualTo(
            """
            {"agent_id":"b","status":"completed","response":"Found.","steps":1}\
            """);
    RunRecord child = child(node, run.runId());
    assertThat(child.parentRunId()).isEqualTo(run.runId());
    assertThat(node.stores.threads().find(child.threadId()).orElseThrow().parentThreadId())
        .isEqualTo(run.threadId());
    assertThat(below.requests().getFirst().messages())
        .extracting(Message::role, Message::text)
        .containsExactly(tuple(Role.USER, "find it"));
  }

  @Test
  void theParentHoldsNothingWhileItWaits() {
    var node = node(DELEGATE, asks().says("Thanks."), Script.builder().says("Found."));

    RunId id = node.submit("t", "hello");
    node.executeAll();

    assertThat(node.record(id).status()).isEqualTo(RunStatus.WAITING);
    assertThat(node.live.count()).isZero();
    assertThat(node.sinks.events()).noneMatch(AgentEvent.RunFinish.class::isInstance);
    assertThat(node.stores.suspensions().open(new ThreadId("t"))).isEmpty();
  }

  @Test
  void severalOfOneStepRunTogetherAndTheParentResumesOnce() {
    var node =
        node(
            DELEGATE,
            asks().andCalls("agent_run_b", TASK).andCalls("echo", Map.of("value", "x")).says("Ok."),
            Script.builder().says("Found."));

    RunId id = node.submit("t", "hello");
    node.executeAll();

    assertThat(node.stores.mailbox().claims().due(10)).hasSize(2);
    node.workOff();
    assertThat(node.record(id).finalOutput()).isEqualTo("Ok.");
    assertThat(children(node, id))
        .extracting(RunRecord::finalOutput)
        .containsExactly("Found.", "Found.");
    assertThat(node.stores.threads().find(new ThreadId("t")).orElseThrow().epoch()).isEqualTo(2);
  }

  @Test
  void aFailedDelegateIsAnErrorThatTheModelReads() {
    var node =
        node(
            DELEGATE,
            asks().says("Sorry."),
            Script.builder().fails(InferenceException.Kind.UNAUTHORIZED));

    RunRecord run = run(node);

    assertThat(run.finalOutput()).isEqualTo("Sorry.");
    assertThat(result(1))
        .startsWith("{\"error\":\"the delegate failed: ")
        .endsWith(
            """
            "code":"delegate_failed","details":{"agent_id":"b","status":"failed","steps":1}}\
            """);
  }

  @Test
  void aCancelledDelegateIsAnErrorToo() {
    var node = node(DELEGATE, asks().says("Sorry."), Script.builder().says("Found."));
    RunId id = node.submit("t", "hello");
    node.executeAll();

    node.canceller.cancel(child(node, id).runId(), Caller.ANONYMOUS);
    node.workOff();

    assertThat(result(1))
        .isEqualTo(
            """
            {"error":"the delegate was cancelled","code":"delegate_cancelled",\
            "details":{"agent_id":"b","status":"cancelled","steps":0}}\
            """);
  }

  @Test
  void cancellingTheParentCancelsItsDelegates() {
    var node =
        node(
            DELEGATE,
            asks().andCalls("agent_run_b", TASK).says("Ok."),
            Script.builder().says("Found."));
    RunId id = node.submit("t", "hello");
    node.executeAll();

    node.canceller.cancel(id, Caller.ANONYMOUS);
    node.relay.run();

    assertThat(node.record(id).termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(children(node, id))
        .extracting(RunRecord::termination)
        .containsOnly(new TerminationReason.Cancelled());
    assertThat(node.stores.mailbox().claims().due(10)).isEmpty();
  }

  @Test
  @Attacks("S35")
  void agentsThatCallEachOtherEndAtTheLimitOfDepth() {
    AgentSpec back = AgentSpec.builder("b", "m2").delegates("b").build();
    var node = node(back, asks().says("Ok."), asks().says("Enough."));

    RunRecord run = run(node);

    assertThat(run.finalOutput()).isEqualTo("Ok.");
    int deepest = 0;
    for (RunRecord at = run; !children(node, at.runId()).isEmpty(); deepest++) {
      at = child(node, at.runId());
    }
    assertThat(deepest).isEqualTo(Delegation.Limits.DEFAULT.depth());
    assertThat(below.requests().stream().flatMap(request -> request.messages().stream()))
        .extracting(Message::text)
        .contains(
            "{\"error\":\"this run is 5 delegations deep, the limit is 5; do the work without a"
                + " delegate\",\"code\":\"delegation_limit\"}");
  }

  @Test
  @Attacks("S35")
  void aThousandDelegatesInOneStepEndAtTheLimitOfWidth() {
    ScriptBuilder many = asks();
    for (int i = 1; i < 1_000; i++) {
      many = many.andCalls("agent_run_b", TASK);
    }
    var node = node(DELEGATE, many.says("Ok."), Script.builder().says("Found."));

    RunRecord run = run(node);

    assertThat(run.finalOutput()).isEqualTo("Ok.");
    assertThat(children(node, run.runId())).hasSize(Delegation.Limits.DEFAULT.width());
    assertThat(above.requests().get(1).messages())
        .filteredOn(message -> message.text().contains("delegation_limit"))
        .hasSize(128 - 32)
        .first()
        .extracting(Message::text)
        .isEqualTo(
            "{\"error\":\"this run waits for 32 delegates, the limit is 32; delegate again when"
                + " they have answered\",\"code\":\"delegation_limit\"}");
  }

  @Test
  void readersLearnOfTheDelegateAndItsEnd() {
    var node = node(DELEGATE, asks().says("Thanks."), Script.builder().says("Found."));

    RunRecord run = run(node);

    String child = child(node, run.runId()).runId().value();
    assertThat(node.sinks.events())
        .filteredOn(AgentEvent.Custom.class::isInstance)
        .map(AgentEvent.Custom.class::cast)
        .extracting(AgentEvent.Custom::name, event -> event.value().path("run_id").asText())
        .containsExactly(tuple("subagent_started", child), tuple("subagent_finished", child));
  }

  private static DecisionRequest approval(String callId) {
    return DecisionRequest.of(Caller.ANONYMOUS, callId, DecisionAction.RESUME);
  }

  @Test
  void aQuestionOfADelegateIsDecidedAtTheRunThatWaits() {
    var node =
        node(
            DELEGATE,
            asks().says("Thanks."),
            Script.builder().calls("ask", Map.of("value", "x")).says("Found."));
    RunId id = node.submit("t", "hello");
    node.workOff();

    SuspensionRecord question =
        node.stores.suspensions().withDelegates(id).stream()
            .filter(SuspensionRecord::ofPeople)
            .findFirst()
            .orElseThrow();
    assertThat(node.decider.decide(id, approval(question.callId())))
        .isInstanceOf(DecisionResult.Submitted.class);
    node.workOff();

    assertThat(node.record(id).finalOutput()).isEqualTo("Thanks.");
  }

  @Test
  void nobodyDecidesTheCallThatWaitsForADelegate() {
    var node = node(DELEGATE, asks().says("Thanks."), Script.builder().says("Found."));
    RunId id = node.submit("t", "hello");
    node.executeAll();
    String call = node.stores.suspensions().ofRun(id).getFirst().callId();

    assertThat(node.decider.decide(id, approval(call))).isInstanceOf(DecisionResult.NotFound.class);
  }
}
