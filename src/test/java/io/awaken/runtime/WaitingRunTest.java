package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Cost;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ModelPrices;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.testkit.CollectingSink;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A suspended run in a program that embeds the runtime. */
@Rows(138)
class WaitingRunTest {

  private static final InferenceOverride COLD = InferenceOverride.builder().temperature(0).build();

  @TempDir private Path folder;
  private FileDatabase database;

  /** Runs while the tool works. */
  private Runnable during = () -> {};

  private final SettableClock clock = new SettableClock();
  private final CollectingSink sink = new CollectingSink();
  private final FunctionTool pay =
      new FunctionTool(
          "pay",
          (arguments, context) -> {
            during.run();
            return ToolResult.success("pay", null);
          });
  private final RecordingModel model =
      new RecordingModel(
          Script.builder()
              .calls("pay", Map.of("value", "bob"))
              .andUses(TokenUsage.of(10, 5))
              .says("Done.")
              .andUses(TokenUsage.of(20, 1)));
  private static final ModelPrices PRICES =
      new ModelPrices(BigDecimal.ONE, BigDecimal.TWO, null, null, null);
  private SuspendTicket ticket = SuspendTicket.approval("pay", "May I pay?");

  @AfterEach
  void closeTheDatabase() {
    if (database != null) {
      database.close();
    }
  }

  private RuntimeStores stores(String kind) {
    if (kind.equals("memory")) {
      return RuntimeStores.inMemory(clock);
    }
    database = FileDatabase.open(folder);
    return database.stores();
  }

  private AgentRuntime runtime(RuntimeStores stores) {
    var asks =
        new TestPlugin(
            "asks",
            parts ->
                parts.registerToolGateHook(
                    context -> Optional.of(new ToolIntercept.Suspend(ticket))));
    return AgentRuntime.builder()
        .withAgentSpec(AgentSpec.of("a", "m"))
        .withModel(new ModelSpec("m", "p", "x", null, null, null, null, null, PRICES))
        .withProvider("p", model)
        .withTool("pay", pay)
        .withGlobalPlugin(asks)
        .withStores(stores)
        .withClock(clock)
        .build();
  }

  private static DecisionRequest yes(SuspensionRecord question) {
    return DecisionRequest.of(Caller.ANONYMOUS, question.callId(), DecisionAction.RESUME);
  }

  private static RunId waits(RunResult result) {
    assertThat(result.termination()).isEqualTo(new TerminationReason.Suspended());
    assertThat(result.response()).isNull();
    return result.runId();
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "file"})
  @Rows(1033)
  void anApprovedRunResumesAndItsResultCoversAllOfIt(String kind) {
    try (var runtime = runtime(stores(kind))) {
      RunId run = waits(runtime.run(RunRequest.of("a", "Pay bob."), sink));
      sink.take();

      SuspensionRecord question = runtime.questions(run).getFirst();
      assertThat(question.ticket().suspension().message()).isEqualTo("May I pay?");
      assertThat(runtime.decide(run, yes(question))).isInstanceOf(DecisionResult.Submitted.class);
      assertThat(pay.calls()).isEmpty();
      RunResult result = runtime.resume(run, sink);

      assertThat(result.runId()).isEqualTo(run);
      assertThat(result.response()).isEqualTo("Done.");
      assertThat(result.steps()).isEqualTo(2);
      assertThat(result.cost()).isEqualTo(new Cost("0.000042", "USD"));
      assertThat(result.termination()).isEqualTo(new TerminationReason.NaturalEnd());
      assertThat(pay.calls()).hasSize(1);
      assertThat(runtime.questions(run)).isEmpty();
      assertThat(sink.take())
          .hasOnlyElementsOfTypes(AgentEvent.class)
          .noneMatch(AgentEvent.RunStart.class::isInstance)
          .anyMatch(AgentEvent.ToolCallDone.class::isInstance)
          .last()
          .isInstanceOf(AgentEvent.RunFinish.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "file"})
  void anotherRuntimeOverTheSameStoresResumesWithTheRunsOverrides(String kind) {
    RuntimeStores stores = stores(kind);
    RunId run;
    try (var first = runtime(stores)) {
      run = waits(first.run(RunRequest.of("a", "Pay bob.").with(COLD), sink));
    }
    try (var second = runtime(stores)) {
      assertThat(second.decide(run, yes(second.questions(run).getFirst())))
          .isInstanceOf(DecisionResult.Submitted.class);

      assertThat(second.resume(run, sink).response()).isEqualTo("Done.");
    }

    assertThat(stores.runs().find(run).orElseThrow().spec().overrides()).isEqualTo(COLD);
    assertThat(model.requests())
        .extracting(request -> request.parameters().temperature())
        .containsExactly(0.0, 0.0);
  }

  @Test
  void aDecisionCountsAfterItsRuntimeIsClosed() {
    RuntimeStores stores = stores("memory");
    RunId run;
    try (var first = runtime(stores)) {
      run = waits(first.run(RunRequest.of("a", "Pay bob."), sink));
      first.decide(run, yes(first.questions(run).getFirst()));
    }
    try (var second = runtime(stores)) {
      assertThat(second.resume(run, sink).response()).isEqualTo("Done.");
    }
  }

  @Test
  void aRefusedCallIsNotMadeAndTheModelGetsTheReason() {
    try (var runtime = runtime(stores("memory"))) {
      RunId run = waits(runtime.run(RunRequest.of("a", "Pay bob."), sink));
      var no =
          new DecisionRequest(
              Caller.ANONYMOUS,
              runtime.questions(run).getFirst().callId(),
              DecisionRequest.About.LAST,
              null,
              DecisionAction.CANCEL,
              null,
              "bob is a fraud");
      runtime.decide(run, no);

      assertThat(runtime.resume(run, sink).response()).isEqualTo("Done.");
      assertThat(pay.calls()).isEmpty();
      assertThat(model.requests().getLast().messages().toString()).contains("bob is a fraud");
    }
  }

  @Test
  void aRunWithoutADecisionStillWaits() {
    try (var runtime = runtime(stores("memory"))) {
      RunId run = waits(runtime.run(RunRequest.of("a", "Pay bob."), sink));
      sink.take();
      var unknown = DecisionRequest.of(Caller.ANONYMOUS, "no-call", DecisionAction.RESUME);

      assertThat(runtime.decide(run, unknown))
          .isEqualTo(new DecisionResult.NotFound("suspension", "no-call"));
      assertThat(runtime.resume(run, sink).termination())
          .isEqualTo(new TerminationReason.Suspended());
      assertThat(sink.take()).isEmpty();
      assertThat(runtime.questions(run)).hasSize(1);
    }
  }

  @Test
  void anExpiredQuestionIsDecidedAsItsTicketSpecifies() {
    var soon = new Expiry(1_000, DecisionAction.CANCEL);
    ticket =
        new SuspendTicket(ticket.suspension(), null, ticket.resumeMode(), ticket.approver(), soon);
    try (var runtime = runtime(stores("memory"))) {
      RunId run = waits(runtime.run(RunRequest.of("a", "Pay bob."), sink));
      clock.advance(Duration.ofSeconds(2));

      assertThat(runtime.resume(run, sink).response()).isEqualTo("Done.");
      assertThat(pay.calls()).isEmpty();
    }
  }

  @Test
  void aRunCancelledWhileItResumesEndsAsCancelled() {
    try (var runtime = runtime(stores("memory"))) {
      RunId run = waits(runtime.run(RunRequest.of("a", "Pay bob."), sink));
      runtime.decide(run, yes(runtime.questions(run).getFirst()));
      var stops = new CancellationToken();
      stops.cancel(CancellationToken.Reason.REQUESTED);

      assertThat(runtime.resume(run, sink, stops).termination())
          .isEqualTo(new TerminationReason.Cancelled());
    }
  }

  @Test
  void anEndedRunIsLeftUnchanged() {
    try (var runtime = runtime(stores("memory"))) {
      RunId run = waits(runtime.run(RunRequest.of("a", "Pay bob."), sink));
      runtime.decide(run, yes(runtime.questions(run).getFirst()));
      RunResult result = runtime.resume(run, sink);
      sink.take();

      assertThat(runtime.resume(run, sink)).isEqualTo(result);
      assertThat(sink.take()).isEmpty();
    }
  }

  @Test
  void anExecutingRunIsNotResumedTwice() {
    try (var runtime = runtime(stores("memory"))) {
      RunId run = waits(runtime.run(RunRequest.of("a", "Pay bob."), sink));
      runtime.decide(run, yes(runtime.questions(run).getFirst()));
      List<RuntimeError> refused = new ArrayList<>();
      during =
          () -> {
            try {
              runtime.resume(run, sink);
            } catch (AgentRuntimeException e) {
              refused.add(e.error());
            }
          };
      RunResult result = runtime.resume(run, sink);

      assertThat(refused).containsExactly(new RuntimeError.ThreadAlreadyRunning(result.threadId()));
      assertThat(result.response()).isEqualTo("Done.");
    }
  }

  @Test
  void anUnknownRunAndAClosedRuntimeAreRefused() {
    var runtime = runtime(stores("memory"));
    var unknown = new RunId("unknown");

    assertThat(runtime.questions(unknown)).isEmpty();
    assertThat(
            runtime.decide(
                unknown, DecisionRequest.of(Caller.ANONYMOUS, "c", DecisionAction.RESUME)))
        .isEqualTo(new DecisionResult.NotFound("run", "unknown"));
    assertThatThrownBy(() -> runtime.resume(unknown, sink))
        .isInstanceOf(AgentRuntimeException.class)
        .hasMessage("run not found: unknown");

    runtime.close();
    assertThatThrownBy(() -> runtime.resume(unknown, sink))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the runtime is closed");
  }
}
