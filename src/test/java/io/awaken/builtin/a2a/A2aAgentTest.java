package io.awaken.builtin.a2a;

import static io.awaken.builtin.a2a.RemoteServer.error;
import static io.awaken.builtin.a2a.RemoteServer.interrupted;
import static io.awaken.builtin.a2a.RemoteServer.result;
import static io.awaken.builtin.a2a.RemoteServer.status;
import static io.awaken.builtin.a2a.RemoteServer.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.a2a.AgentCard.Binding;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.Rows;
import io.awaken.runtime.RunResult;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of agents on another server, over real connections. */
class A2aAgentTest {

  static final String TASK =
      "{'task':{'id':'t-1','contextId':'c-1','status':{'state':'TASK_STATE_%s'}%s}}";
  static final String STATE =
      "{'statusUpdate':{'taskId':'t-1','contextId':'c-1','status':{'state':'TASK_STATE_%s'%s}}}";
  static final String CHUNK =
      "{'artifactUpdate':{'taskId':'t-1','contextId':'c-1','append':%s,"
          + "'artifact':{'artifactId':'%s','parts':[%s]}}}";

  static String task(String state) {
    return TASK.formatted(state, "");
  }

  /** A task with one text. */
  static String task(String state, String artifact, String text) {
    String artifacts = ",'artifacts':[{'artifactId':'%s','parts':[{'text':'%s'}]}]";
    return TASK.formatted(state, artifacts.formatted(artifact, text));
  }

  /** What {@code GetTask} returns: the task itself. */
  static String alone(String task) {
    return task.substring("{'task':".length(), task.length() - 1);
  }

  static String state(String state) {
    return STATE.formatted(state, "");
  }

  static String asks(String id, String part) {
    return STATE.formatted(
        "INPUT_REQUIRED",
        ",'message':{'messageId':'%s','role':'ROLE_AGENT','parts':[%s]}".formatted(id, part));
  }

  static String chunk(boolean append, String text) {
    return CHUNK.formatted(append, "a-1", "{'text':'" + text + "'}");
  }

  @ParameterizedTest
  @EnumSource(Binding.class)
  @Rows({17, 23, 196, 199})
  void anAnswerIsStreamedAndTheNextRunContinuesItsConversation(Binding binding) {
    try (var server = new RemoteServer(binding);
        var bed = new RemoteBed(server)) {
      server.on(
          "SendStreamingMessage",
          stream(task("SUBMITTED"), chunk(false, "Hel"), chunk(true, "lo."), state("COMPLETED")),
          stream(task("COMPLETED", "a-2", "Again.")));

      RunResult first = bed.run("Hi");

      assertThat(first.termination()).isEqualTo(new TerminationReason.NaturalEnd());
      assertThat(first.response()).isEqualTo("Hello.");
      assertThat(texts(bed)).containsExactly("Hel", "lo.");
      assertThat(bed.run(first.threadId(), "And?").response()).isEqualTo("Again.");
      List<RemoteServer.Seen> sent = server.seen("SendStreamingMessage");
      JsonNode message = sent.getFirst().params().get("message");
      assertThat(message.at("/parts/0/text").asText()).isEqualTo("Hi");
      assertThat(message.has("taskId")).isFalse();
      assertThat(sent.getLast().params().at("/message/contextId").asText()).isEqualTo("c-1");
      assertThat(sent.getLast().params().at("/message/parts")).hasSize(1);
      assertThat(sent).allMatch(each -> each.headers().get("A2a-version").contains("1.0"));
      assertThat(server.seen("card")).as("the card is kept").hasSize(1);
    }
  }

  /** Cancels a run when its first text arrives. */
  private static final class CancelAtText implements EventSink {

    private final AtomicReference<RunId> run = new AtomicReference<>();
    private final CancellationToken token;
    private final CancellationToken.Reason why;

    private CancelAtText(CancellationToken token, CancellationToken.Reason why) {
      this.token = token;
      this.why = why;
    }

    @Override
    public void publish(StreamEvent event) {
      if (event.event() instanceof AgentEvent.RunStart start) {
        run.set(new RunId(start.runId()));
      }
      if (event.event() instanceof AgentEvent.TextDelta) {
        token.cancel(why);
      }
    }

    @Override
    public void committed(long sequence) {}

    @Override
    public void close(boolean over) {}
  }

  private static List<String> texts(RemoteBed bed) {
    return bed.sink.take().stream()
        .filter(AgentEvent.TextDelta.class::isInstance)
        .map(event -> ((AgentEvent.TextDelta) event).delta())
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Binding.class)
  @Rows(196)
  void anAgentThatDoesNotStreamIsPolled(Binding binding) {
    try (var server = new RemoteServer(binding).withoutStreams();
        var bed = new RemoteBed(server)) {
      server
          .on("SendMessage", result(task("WORKING")))
          .on(
              "GetTask",
              result(alone(task("WORKING"))),
              status(502),
              result(alone(task("COMPLETED", "a-1", "Done."))));

      assertThat(bed.run("Go").response()).isEqualTo("Done.");
      JsonNode sent = server.seen("SendMessage").getFirst().params();
      assertThat(sent.at("/configuration/returnImmediately").asBoolean()).isTrue();
      assertThat(server.seen("GetTask")).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource(Binding.class)
  @Rows(196)
  void aBrokenStreamIsReplacedAndNoTextComesTwice(Binding binding) {
    try (var server = new RemoteServer(binding);
        var bed = new RemoteBed(server)) {
      server
          .on("SendStreamingMessage", stream(task("WORKING"), chunk(false, "One ")))
          .on(
              "SubscribeToTask",
              stream(task("WORKING", "a-1", "One two ")),
              stream(task("WORKING", "a-1", "One two "), chunk(true, "three"), state("COMPLETED")))
          .on("GetTask", result(alone(task("WORKING"))));

      assertThat(bed.run("Count").response()).isEqualTo("One two three");
      assertThat(String.join("", texts(bed))).isEqualTo("One two three");
      assertThat(server.seen("SendStreamingMessage")).hasSize(1);
    }
  }

  /** A server that starts has no application at first. */
  @ParameterizedTest
  @EnumSource(Binding.class)
  @Rows(196)
  void aTaskIsFollowedOverARestartOfItsServer(Binding binding) {
    try (var server = new RemoteServer(binding);
        var bed = new RemoteBed(server)) {
      server
          .on("SendStreamingMessage", interrupted(task("WORKING"), chunk(false, "One ")))
          .on(
              "SubscribeToTask",
              status(503),
              status(404),
              interrupted(task("WORKING", "a-1", "One ")),
              stream(task("COMPLETED", "a-1", "One two")))
          .on("GetTask", status(404), result(alone(task("WORKING"))));

      assertThat(bed.run("Count").response()).isEqualTo("One two");
      assertThat(server.seen("SendStreamingMessage")).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Binding.class)
  @Rows(199)
  void aQuestionSuspendsTheRunAndItsAnswerGoesToTheSameTask(Binding binding) {
    try (var server = new RemoteServer(binding);
        var bed = new RemoteBed(server)) {
      server.on(
          "SendStreamingMessage",
          stream(task("WORKING"), chunk(false, "Hm. "), asks("q-1", "{'text':'Which city?'}")),
          stream(
              asks("q-1", "{'text':'Which city?'}"),
              task("WORKING", "a-1", "Hm. "),
              CHUNK.formatted(false, "a-2", "{'text':'Bern it is.'}"),
              state("COMPLETED")));

      RunResult waiting = bed.run("Book");

      assertThat(waiting.termination()).isEqualTo(new TerminationReason.Suspended());
      SuspensionRecord question = bed.runtime.questions(waiting.runId()).getFirst();
      assertThat(question.ticket().suspension().message())
          .isEqualTo("The agent far asks: Which city?");
      RunResult done = bed.decided(waiting, DecisionAction.RESUME, "'Bern'");
      assertThat(done.response()).isEqualTo("Bern it is.");
      JsonNode answer = server.seen("SendStreamingMessage").getLast().params().get("message");
      assertThat(answer.get("taskId").asText()).isEqualTo("t-1");
      assertThat(answer.get("parts")).isEqualTo(RemoteServer.parsed("[{'text':'Bern'}]"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FAILED|remote_failed",
        "REJECTED|remote_rejected",
        "CANCELED|remote_canceled",
      })
  @Rows(199)
  void anEndWithoutAnAnswerFailsTheRun(String state, String code) {
    try (var server = new RemoteServer(Binding.HTTP_JSON);
        var bed = new RemoteBed(server)) {
      server.on("SendStreamingMessage", stream(task("WORKING"), state(state)));

      assertThat(bed.run("Go").termination()).isInstanceOf(TerminationReason.Error.class);
      assertThat(bed.errorCode()).isEqualTo(code);
    }
  }

  @ParameterizedTest
  @EnumSource(Binding.class)
  @Rows(199)
  void aStreamWithoutAnEventFailsTheRun(Binding binding) {
    try (var server = new RemoteServer(binding);
        var bed = new RemoteBed(server)) {
      server.on("SendStreamingMessage", stream());

      assertThat(bed.run("Go").termination()).isInstanceOf(TerminationReason.Error.class);
      assertThat(bed.errorCode()).isEqualTo("remote_unreachable");
    }
  }

  @Test
  @Rows(199)
  void aCancelledRunCancelsItsTask() {
    try (var server = new RemoteServer(Binding.JSON_RPC);
        var bed = new RemoteBed(server)) {
      var stop = new CancellationToken();
      var asked = new CountDownLatch(1);
      server
          .on(
              "SendStreamingMessage",
              RemoteServer.streamThen(asked, task("WORKING"), chunk(false, "Well")))
          .on(
              "CancelTask",
              (exchange, binding) -> {
                asked.countDown();
                result(alone(task("CANCELED"))).write(exchange, binding);
              });
      RunResult ended =
          bed.runtime.run(
              new RunRequest("far", null, List.of("Go"), RemoteBed.ANN),
              new CancelAtText(stop, CancellationToken.Reason.REQUESTED),
              stop);

      assertThat(ended.termination()).isEqualTo(new TerminationReason.Cancelled());
      assertThat(server.seen("CancelTask").getFirst().params().get("id").asText()).isEqualTo("t-1");
    }
  }

  @Test
  @Rows(23)
  void anAgentThatTakesTooLongIsCancelled() {
    try (var server = new RemoteServer(Binding.HTTP_JSON).withoutStreams();
        var bed = new RemoteBed(server, usual -> RemoteBed.changed(usual, null, null, 300L))) {
      server
          .on("SendMessage", result(task("WORKING")))
          .on("GetTask", result(alone(task("WORKING"))))
          .on("CancelTask", result(alone(task("CANCELED"))));

      bed.run("Go");

      assertThat(bed.errorCode()).isEqualTo("remote_timeout");
      assertThat(server.seen("CancelTask")).hasSize(1);
    }
  }

  @Test
  @Rows(196)
  void aBusyServerIsAskedAgainAndARefusalIsNot() {
    try (var server = new RemoteServer(Binding.HTTP_JSON);
        var bed = new RemoteBed(server)) {
      server.on(
          "SendStreamingMessage",
          status(503, "Retry-After", "1"),
          error(400, -32005, "CONTENT_TYPE_NOT_SUPPORTED"));

      bed.run("Go");

      assertThat(bed.errorCode()).isEqualTo("remote_failed");
      assertThat(server.seen("SendStreamingMessage")).hasSize(2);
    }
  }

  /** Handing a run over writes nothing, so the next owner knows as much as after a crash. */
  @ParameterizedTest
  @CsvSource({"JSON_RPC, false", "HTTP_JSON, false", "HTTP_JSON, true"})
  @Rows(196)
  void aRunThatMovesToAnotherNodeFollowsItsTaskInsteadOfSendingAgain(
      Binding binding, boolean away) {
    try (var server = new RemoteServer(binding);
        var bed = new RemoteBed(server)) {
      var node = new CancellationToken();
      var over = new CountDownLatch(1);
      RemoteServer.Answer working = result(alone(task("WORKING", "a-1", "One ")));
      server
          .on(
              "SendStreamingMessage",
              RemoteServer.streamThen(over, task("WORKING"), chunk(false, "One ")))
          .on("GetTask", away ? status(503) : working, working)
          .on(
              "SubscribeToTask",
              stream(task("WORKING", "a-1", "One "), chunk(true, "two"), state("COMPLETED")));

      var reader = new CancelAtText(node, CancellationToken.Reason.DRAINING);
      assertThatThrownBy(
              () ->
                  bed.runtime.run(
                      new RunRequest("far", null, List.of("Count"), RemoteBed.ANN), reader, node))
          .hasMessageContaining("continues elsewhere");
      over.countDown();
      RunResult done = bed.runtime.resume(reader.run.get(), bed.sink);

      assertThat(done.response()).isEqualTo("One two");
      assertThat(server.seen("SendStreamingMessage")).hasSize(1);
      assertThat(server.seen("CancelTask")).isEmpty();
    }
  }

  @Test
  @Rows(199)
  void filesAndDataComeAndGo() {
    try (var server = new RemoteServer(Binding.HTTP_JSON);
        var bed = new RemoteBed(server)) {
      String parts =
          "{'text':'Here:'},{'raw':'AAEC','mediaType':'image/png','filename':'a.png'},"
              + "{'url':'https://files.test/b.pdf','mediaType':'application/pdf'},"
              + "{'data':{'total':3}}";
      server.on(
          "SendStreamingMessage",
          stream(task("WORKING"), CHUNK.formatted(false, "a-1", parts), state("COMPLETED")));
      Message message =
          Message.user(
              List.of(
                  new ContentBlock.Text("Look"),
                  MediaKind.IMAGE.of("image/png", new byte[] {0, 1, 2}, "in.png"),
                  MediaKind.DOCUMENT.at("https://files.test/in.pdf", "application/pdf", null)));

      RunResult done =
          bed.runtime.run(new RunRequest("far", null, RemoteBed.ANN, List.of(message)), bed.sink);

      assertThat(done.response()).isEqualTo("Here:\n\n{\"total\":3}");
      assertThat(server.seen("SendStreamingMessage").getFirst().params().at("/message/parts"))
          .isEqualTo(
              RemoteServer.parsed(
                  "[{'text':'Look'},"
                      + "{'raw':'AAEC','mediaType':'image/png','filename':'in.png'},"
                      + "{'url':'https://files.test/in.pdf','mediaType':'application/pdf'}]"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RESUME| |{'suspensionId':'s-1','decision':'approve'}",
        "RESUME|{'amount':3}|{'suspensionId':'s-1','answer':{'amount':3}}",
        "CANCEL| |{'suspensionId':'s-1','decision':'deny'}",
      })
  @Rows(199)
  void aQuestionThatIsDescribedAsDataIsAnsweredWithData(
      DecisionAction action, String payload, String data) {
    try (var server = new RemoteServer(Binding.HTTP_JSON);
        var bed = new RemoteBed(server)) {
      String schema = payload == null ? "" : ",'responseSchema':{'type':'object'}";
      String question =
          "{'data':{'questions':[{'suspensionId':'s-1','message':'Refund?'" + schema + "}]}}";
      server.on(
          "SendStreamingMessage",
          stream(task("WORKING"), asks("q-1", question)),
          stream(task("COMPLETED", "a-1", "Noted.")));

      RunResult done = bed.decided(bed.run("Refund"), action, payload);

      assertThat(done.response()).isEqualTo("Noted.");
      assertThat(server.seen("SendStreamingMessage").getLast().params().at("/message/parts"))
          .isEqualTo(RemoteServer.parsed("[{'data':" + data + "}]"));
    }
  }

  @Test
  @Rows(199)
  void aUserWhoHasSignedInElsewhereSendsNoMessage() {
    try (var server = new RemoteServer(Binding.HTTP_JSON);
        var bed = new RemoteBed(server)) {
      server
          .on("SendStreamingMessage", stream(task("WORKING"), state("AUTH_REQUIRED")))
          .on("GetTask", result(alone(task("COMPLETED", "a-1", "Signed in."))));

      RunResult waiting = bed.run("Mail");
      String action =
          bed.runtime.questions(waiting.runId()).getFirst().ticket().suspension().action();

      assertThat(action).isEqualTo("agent:SignIn");
      assertThat(bed.decided(waiting, DecisionAction.RESUME, null).response())
          .isEqualTo("Signed in.");
      assertThat(server.seen("SendStreamingMessage")).hasSize(1);
    }
  }
}
