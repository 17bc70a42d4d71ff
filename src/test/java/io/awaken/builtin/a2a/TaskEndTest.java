package io.awaken.builtin.a2a;

import static io.awaken.builtin.a2a.A2aAgentTest.alone;
import static io.awaken.builtin.a2a.A2aAgentTest.asks;
import static io.awaken.builtin.a2a.A2aAgentTest.task;
import static io.awaken.builtin.a2a.RemoteServer.error;
import static io.awaken.builtin.a2a.RemoteServer.result;
import static io.awaken.builtin.a2a.RemoteServer.status;
import static io.awaken.builtin.a2a.RemoteServer.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.builtin.a2a.AgentCard.Binding;
import io.awaken.builtin.a2a.RemoteServer.Answer;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.model.RemoteWork;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Rows;
import io.awaken.runtime.RunResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How tasks end that nobody waits for any more, and when a task takes too long. */
@Rows({23, 196, 199})
class TaskEndTest {

  private static final Answer GONE = error(404, -32001, "TASK_NOT_FOUND");
  private static final Answer OVER = error(400, -32002, "TASK_NOT_CANCELABLE");
  private static final Answer CANCELED = result(alone(task("CANCELED")));
  private static final Answer CUT = (exchange, binding) -> exchange.close();

  static List<Arguments> answers() {
    return List.of(
        row("cancelled", "PT0S", true, CANCELED),
        row("ended before", "PT0S", true, OVER),
        row("forgotten", "PT0S", true, GONE),
        row("busy, then cancelled", "PT1S", true, status(503), CANCELED),
        row("broken twice, then over", "PT6S", true, status(502), CUT, OVER),
        row("never answers", "PT26S", false, CUT, CUT, CUT, CUT),
        row("refuses the credentials", "PT0S", false, status(401)),
        row("refuses the request", "PT0S", false, status(400)));
  }

  private static Arguments row(String name, String waited, boolean quiet, Answer... answers) {
    return Arguments.of(name, Duration.parse(waited), quiet, answers);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void aTaskIsCancelledOnceWithinBounds(
      String name, Duration waited, boolean quiet, Answer... answers) {
    var waits = new ArrayList<Duration>();
    try (var server = new RemoteServer(Binding.HTTP_JSON);
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var http =
            CheckedHttp.of(
                TargetRules.of(true, List.of(server.port()), List.of("127.0.0.0/8")),
                threads,
                Duration.ofSeconds(5));
        var log = new CapturedLog(A2aBackend.class)) {
      server.on("CancelTask", answers);
      var backend =
          new A2aBackend(
              http, (time, stops) -> waits.add(time), System::nanoTime, InstantSource.system());

      backend
          .agent("far", new RemoteEndpoint("a2a", server.url(), null, null, null, null))
          .abandon(new RemoteWork.Task("c-1", "t-1", "m-1", null, null));

      assertThat(server.seen("CancelTask"))
          .hasSize(answers.length)
          .allMatch(each -> each.params().get("id").asText().equals("t-1"));
      assertThat(waits.stream().reduce(Duration.ZERO, Duration::plus)).isEqualTo(waited);
      assertThat(log.warnings()).hasSize(quiet ? 0 : 1);
    }
  }

  @Test
  void aRunThatWaitsAndIsReplacedCancelsItsTaskEvenWhenTheNextRunHasOneOfItsOwn()
      throws InterruptedException {
    try (var server = new RemoteServer(Binding.JSON_RPC);
        var bed = new RemoteBed(server)) {
      var cancelled = new CountDownLatch(1);
      server
          .on(
              "SendStreamingMessage",
              stream(asks("q-1", "{'text':'Which city?'}")),
              stream(task("COMPLETED", "a-1", "Fine.").replace("t-1", "t-2")))
          .on(
              "CancelTask",
              (exchange, binding) -> {
                CANCELED.write(exchange, binding);
                cancelled.countDown();
              });
      RunResult waiting = bed.run("Book");

      assertThat(bed.interrupting(waiting, "Never mind").response()).isEqualTo("Fine.");
      assertThat(cancelled.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(server.seen("CancelTask")).hasSize(1);
      assertThat(server.seen("CancelTask").getFirst().params().get("id").asText()).isEqualTo("t-1");
      String context = "/message/contextId";
      assertThat(server.seen("SendStreamingMessage").getLast().params().at(context).asText())
          .as("the conversation goes on")
          .isEqualTo("c-1");
    }
  }

  @ParameterizedTest
  @CsvSource({
    // stored message, stored time, message of the step, now, counts from
    ",, m-1, 100, 100",
    "m-1, 40, m-1, 100, 40",
    "m-1,, m-1, 100, 100",
    "m-1, 40, m-2, 100, 100",
  })
  void theTimeForAnAnswerCountsFromTheFirstSendOfItsMessage(
      String stored, Long at, String message, long now, long from) {
    assertThat(TaskCall.sentAt(work(new RemoteWork.Task("c", "t", stored, null, at), message), now))
        .isEqualTo(from);
  }

  private static RemoteWork work(RemoteWork.Task task, String messageId) {
    return new RemoteWork() {
      @Override
      public String messageId() {
        return messageId;
      }

      @Override
      public Task task() {
        return task;
      }

      @Override
      public void begun(Task begun) {}

      @Override
      public void told(Task told) {}
    };
  }

  /** The node that sent the message is gone for ten minutes, twice the time for an answer. */
  @ParameterizedTest
  @CsvSource({"WORKING, , 1", "COMPLETED, Done., 0"})
  void timeBetweenTwoNodesCountsButAnAnswerThatCameIsTaken(
      String state, String response, int cancelled) {
    try (var server = new RemoteServer(Binding.HTTP_JSON).withoutStreams();
        var bed = new RemoteBed(server)) {
      var node = new CancellationToken();
      server
          .on("SendMessage", result(task("WORKING")))
          .on(
              "GetTask",
              (exchange, binding) -> {
                node.cancel(CancellationToken.Reason.DRAINING);
                result(alone(task("WORKING"))).write(exchange, binding);
              },
              result(alone(task(state, "a-1", "Done."))))
          .on("CancelTask", CANCELED);
      var request = new RunRequest("far", null, List.of("Go"), RemoteBed.ANN);
      assertThatThrownBy(() -> bed.runtime.run(request, bed.sink, node))
          .hasMessageContaining("continues elsewhere");
      var run = new RunId(((AgentEvent.RunStart) bed.sink.take().getFirst()).runId());

      bed.ahead.set(Duration.ofMinutes(10));
      RunResult ended = bed.runtime.resume(run, bed.sink);

      assertThat(server.seen("SendMessage")).hasSize(1);
      assertThat(server.seen("CancelTask")).hasSize(cancelled);
      if (response == null) {
        assertThat(ended.termination()).isInstanceOf(TerminationReason.Error.class);
        assertThat(bed.errorCode()).isEqualTo("remote_timeout");
      } else {
        assertThat(ended.response()).isEqualTo(response);
      }
    }
  }

  @Test
  void timeInWhichAPersonAnswersDoesNotCount() {
    try (var server = new RemoteServer(Binding.HTTP_JSON);
        var bed = new RemoteBed(server)) {
      server
          .on("SendStreamingMessage", stream(task("WORKING"), A2aAgentTest.state("AUTH_REQUIRED")))
          .on("GetTask", result(alone(task("WORKING"))))
          .on("SubscribeToTask", stream(task("COMPLETED", "a-1", "Signed in.")));
      RunResult waiting = bed.run("Mail");

      bed.ahead.set(Duration.ofHours(1));

      assertThat(bed.decided(waiting, DecisionAction.RESUME, null).response())
          .isEqualTo("Signed in.");
    }
  }
}
