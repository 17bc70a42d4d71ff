package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.agent.PluginSet;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.store.submission.RefusalCode;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.submit.MessageTooLarge;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.testkit.CollectingSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

@Rows({4, 5, 7, 138})
class AgentRuntimeTest {

  private final CollectingSink sink = new CollectingSink();

  @Test
  void aRunReturnsItsResponseStepsAndTermination() {
    var script =
        Script.builder().calls("echo", Map.of("value", "x")).says("It says hello.").build();
    try (var runtime =
        runtime(new ScriptedModel(script))
            .withTool("echo", FunctionTool.answering("echo", "hello"))
            .build()) {

      RunResult result = runtime.run(RunRequest.of("a", "what?"), sink);

      assertThat(result.response()).isEqualTo("It says hello.");
      assertThat(result.steps()).isEqualTo(2);
      assertThat(result.termination()).isEqualTo(new TerminationReason.NaturalEnd());
      assertThat(sink.take())
          .startsWith(
              new AgentEvent.RunStart(
                  result.threadId().value(),
                  result.runId().value(),
                  null,
                  null,
                  RunOrigin.USER,
                  null,
                  null))
          .last()
          .isInstanceOf(AgentEvent.RunFinish.class);
      assertThat(sink.take()).isEmpty();
    }
  }

  @Test
  void aSlowToolIsAbandoned() {
    var script = Script.builder().calls("slow", Map.of("value", "x")).says("Too slow.").build();
    var slow =
        new FunctionTool(
            "slow",
            (arguments, context) -> {
              new CountDownLatch(1).await();
              return null;
            });
    try (var runtime =
        runtime(new ScriptedModel(script))
            .withTool("slow", slow)
            .withToolTimeLimit(Duration.ofMillis(500))
            .build()) {

      runtime.run(RunRequest.of("a", "what?"), sink);

      assertThat(sink.take())
          .filteredOn(AgentEvent.ToolCallDone.class::isInstance)
          .extracting(event -> ((AgentEvent.ToolCallDone) event).result().code())
          .containsExactly("timeout");
    }
  }

  @Test
  @Rows(237)
  void aMessageThatIsTooLargeIsRefusedAsByTheServer() {
    try (var runtime = runtime(new ScriptedModel(Script.builder().says("ok").build())).build()) {
      assertThatThrownBy(() -> runtime.run(RunRequest.of("a", "x".repeat((1 << 20) + 1)), sink))
          .isInstanceOf(MessageTooLarge.class)
          .hasMessage("messages[0].content must have at most 1048576 bytes as UTF-8");
      assertThat(sink.take()).isEmpty();

      assertThat(runtime.run(RunRequest.of("a", "x".repeat(1 << 20)), sink).termination())
          .isEqualTo(new TerminationReason.NaturalEnd());
    }
  }

  @Test
  void theNextRunOfAConversationReadsItsHistory() {
    List<Integer> lengths = new ArrayList<>();
    var model = new ScriptedModel(Script.builder().says("noted").build());
    LlmExecutor watched =
        (request, listener, cancellation) -> {
          lengths.add(request.messages().size());
          return model.execute(request, listener, cancellation);
        };
    try (var runtime = runtime(watched).build()) {
      var first = runtime.run(RunRequest.of("a", "hi"), sink);
      var second = runtime.run(RunRequest.of("a", "and?").in(first.threadId()), sink);

      assertThat(second.threadId()).isEqualTo(first.threadId());
      assertThat(lengths).containsExactly(1, 3);
    }
  }

  @Test
  @Rows({32, 40})
  void aRequestThatCannotBeRunIsRefusedBeforeTheStart() {
    var remote = new RemoteEndpoint("a2a", "https://far.test", null, null, null, null);
    try (var runtime =
        runtime(new ScriptedModel(Script.builder().says("ok").build()))
            .withAgentSpec(AgentSpec.builder("far", null).endpoint(remote).build())
            .withAgentSpec(AgentSpec.of("broken", "none"))
            .buildUnchecked()) {

      assertThat(error(runtime, "nobody")).isEqualTo(new RuntimeError.AgentNotFound("nobody"));
      assertThat(error(runtime, "broken"))
          .isEqualTo(new RuntimeError.ResolveFailed("agent broken names an unknown model: none"));
      assertThat(error(runtime, "far"))
          .isEqualTo(
              new RuntimeError.ResolveFailed(
                  "agent far: endpoint.backend: 'a2a' does not exist; there are []"));
      assertThat(sink.take()).isEmpty();
    }
  }

  @Test
  @Rows(40)
  void aConversationHasOneRunAtATime() {
    var runtimes = new ArrayList<AgentRuntime>();
    var refusals = new ArrayList<RuntimeError>();
    var thread = new ThreadId("t");
    var model = new ScriptedModel(Script.builder().says("ok").repeating().build());
    LlmExecutor asksAgain =
        (request, listener, cancellation) -> {
          var inner = RunRequest.of("a", "again").in(thread);
          refusals.add(
              catchThrowableOfType(
                      AgentRuntimeException.class, () -> runtimes.getFirst().run(inner, sink))
                  .error());
          return model.execute(request, listener, cancellation);
        };
    try (var runtime = runtime(asksAgain).build()) {
      runtimes.add(runtime);

      assertThat(runtime.run(RunRequest.of("a", "hi").in(thread), sink).response()).isEqualTo("ok");
      assertThat(refusals).containsExactly(new RuntimeError.ThreadAlreadyRunning(thread));
    }
  }

  @Test
  void theSameIdIsAnotherConversationInAnotherTenant() {
    var model = new ScriptedModel(Script.builder().says("ok").repeating().build());
    try (var runtime = runtime(model).build()) {
      var mine = runtime.run(RunRequest.of("a", "hi"), sink);
      var stranger = new Caller("other", "eve", Set.of());

      var theirs = runtime.run(RunRequest.of("a", "?").in(mine.threadId()).by(stranger), sink);

      assertThat(theirs.threadId()).isEqualTo(mine.threadId().in("other"));
      assertThat(theirs.threadId()).isNotEqualTo(mine.threadId());
    }
  }

  @Test
  void anAnonymousCallerCannotFindANamedCallersConversation() {
    var model = new ScriptedModel(Script.builder().says("ok").repeating().build());
    try (var runtime = runtime(model).build()) {
      var ada = new Caller("default", "ada", Set.of());
      var hers = runtime.run(RunRequest.of("a", "hi").by(ada), sink);

      assertThatThrownBy(() -> runtime.run(RunRequest.of("a", "?").in(hers.threadId()), sink))
          .isInstanceOfSatisfying(
              RequestRefused.class,
              refused -> assertThat(refused.why().code()).isEqualTo(RefusalCode.THREAD_NOT_FOUND));
    }
  }

  @Test
  void aCancelledRunEndsAsCancelled() {
    var cancellation = new CancellationToken();
    LlmExecutor model =
        (request, listener, token) -> {
          cancellation.cancel(CancellationToken.Reason.REQUESTED);
          token.throwIfCancelled();
          throw new AssertionError("not cancelled");
        };
    try (var runtime = runtime(model).build()) {
      assertThat(runtime.run(RunRequest.of("a", "hi"), sink, cancellation).termination())
          .isEqualTo(new TerminationReason.Cancelled());
    }
  }

  @Test
  void anExceptionOfARunReachesItsCallerAndFreesTheConversation() {
    var answers = new ArrayList<LlmExecutor>();
    answers.add(
        (request, listener, token) -> {
          throw new IllegalStateException("broken");
        });
    answers.add(new ScriptedModel(Script.builder().says("ok").repeating().build()));
    LlmExecutor model =
        (request, listener, token) -> answers.removeFirst().execute(request, listener, token);
    try (var runtime = runtime(model).build()) {
      var request = RunRequest.of("a", "hi").in(new ThreadId("t"));

      assertThatThrownBy(() -> runtime.run(request, sink)).hasMessage("broken");
      assertThat(runtime.run(request, sink).response()).isEqualTo("ok");
    }
  }

  @Test
  @Rows(82)
  void pluginsAreClosedOnceInReverseOrderEvenIfOneFails() {
    List<String> closed = new CopyOnWriteArrayList<>();
    var runtime =
        runtime(new ScriptedModel(Script.builder().says("ok").build()))
            .withPlugin(new Closing("named", closed))
            .withGlobalPlugin(new Closing("first", closed))
            .withGlobalPlugin(new Closing("second", closed))
            .build();

    try (var log = new CapturedLog(PluginSet.class)) {
      runtime.close();
      runtime.close();
      assertThat(log.warnings()).hasSize(3);
    }

    assertThat(closed).containsExactly("named", "second", "first");
    assertThatThrownBy(() -> runtime.run(RunRequest.of("a", "hi"), sink))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the runtime is closed");
  }

  private static AgentRuntimeBuilder runtime(LlmExecutor model) {
    return AgentRuntime.builder()
        .inMemory()
        .withAgentSpec(AgentSpec.of("a", "m"))
        .withModel(new ModelSpec("m", "p", "x"))
        .withProvider("p", model);
  }

  private RuntimeError error(AgentRuntime runtime, String agentId) {
    return catchThrowableOfType(
            AgentRuntimeException.class, () -> runtime.run(RunRequest.of(agentId, "hi"), sink))
        .error();
  }

  private record Closing(String name, List<String> closed) implements Plugin {
    @Override
    public PluginDescriptor descriptor() {
      return PluginDescriptor.of(name);
    }

    @Override
    public void register(PluginRegistrar registrar) {}

    @Override
    public void close() {
      closed.add(name);
      throw new IllegalStateException("cannot close");
    }
  }
}
