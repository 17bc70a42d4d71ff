package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.builtin.a2a.A2aBackend;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.model.Pause;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.RunResult;
import io.awaken.testkit.CollectingSink;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs of agents of other vendors: {@code server.py} makes one with the Python SDK, in both
 * bindings and with a signed card, {@code server.mjs} one with the JavaScript SDK.
 */
@BesideOthers
class A2aClientInterop {

  private static final Path HOME = Path.of("src-it", "interop", "a2a").toAbsolutePath();

  @ParameterizedTest
  @ValueSource(strings = {"JSONRPC", "HTTP+JSON"})
  @Rows({23, 196, 199})
  void anAgentOfThePythonSdkAnswersAsksFailsAndIsCancelled(String binding) throws Exception {
    String python = PythonPrograms.of(HOME, "server").python().toString();
    works(python, "server.py", binding);
  }

  @Test
  @Rows({23, 196, 199})
  void anAgentOfTheJavaScriptSdkAnswersAsksFailsAndIsCancelled() throws Exception {
    works(NodePrograms.of("a2a").node(), "server.mjs");
  }

  private static void works(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(HOME.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = process.inputReader();
        var far = new Far(new ObjectMapper().readTree(output.readLine()))) {
      assertThat(far.run("hi").response()).isEqualTo("Hello.");

      RunResult waiting = far.run("ask");
      assertThat(waiting.termination()).isEqualTo(new TerminationReason.Suspended());
      assertThat(far.answered(waiting, "Bern").response()).isEqualTo("It is Bern.");

      assertThat(far.run("fail").termination()).isInstanceOf(TerminationReason.Error.class);

      assertThat(far.cancelledAtText("slow").termination())
          .isEqualTo(new TerminationReason.Cancelled());
      assertThat(output.readLine()).isEqualTo("canceled");
    } finally {
      process.destroy();
    }
  }

  /** A runtime whose agent is that of the program; its card must be signed with its key, if any. */
  private static final class Far implements AutoCloseable {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CheckedHttp http;
    private final AgentRuntime runtime;

    private Far(JsonNode program) {
      String port = program.get("port").asText();
      http =
          CheckedHttp.of(
              TargetRules.of(true, List.of(port), List.of("127.0.0.0/8")),
              threads,
              Duration.ofSeconds(5));
      var endpoint =
          new RemoteEndpoint(
              A2aBackend.KIND,
              "http://127.0.0.1:" + port,
              null,
              null,
              30_000L,
              program.has("key") ? Map.of("card_key", program.get("key")) : Map.of());
      runtime =
          AgentRuntime.builder()
              .inMemory()
              .withBackend(
                  new A2aBackend(
                      http, Pause.inRealTime(), System::nanoTime, InstantSource.system()))
              .withAgentSpec(AgentSpec.builder("far", null).endpoint(endpoint).build())
              .build();
    }

    private RunResult run(String text) {
      return runtime.run(RunRequest.of("far", text), new CollectingSink());
    }

    private RunResult answered(RunResult waiting, String text) {
      runtime.decide(
          waiting.runId(),
          new DecisionRequest(
              Caller.ANONYMOUS,
              runtime.questions(waiting.runId()).getFirst().callId(),
              DecisionRequest.About.LAST,
              null,
              DecisionAction.RESUME,
              TextNode.valueOf(text),
              null));
      return runtime.resume(waiting.runId(), new CollectingSink());
    }

    private RunResult cancelledAtText(String text) {
      var stop = new CancellationToken();
      EventSink sink =
          new EventSink() {
            @Override
            public void publish(StreamEvent event) {
              if (event.event() instanceof AgentEvent.TextDelta) {
                stop.cancel(CancellationToken.Reason.REQUESTED);
              }
            }

            @Override
            public void committed(long sequence) {}

            @Override
            public void close(boolean ended) {}
          };
      return runtime.run(RunRequest.of("far", text), sink, stop);
    }

    @Override
    public void close() {
      runtime.close();
      http.close();
      threads.close();
    }
  }
}
