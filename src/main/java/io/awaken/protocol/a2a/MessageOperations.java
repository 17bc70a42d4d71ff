package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.JsonFields;
import io.awaken.http.submit.Refusals;
import io.awaken.http.submit.RequestKeys;
import io.awaken.http.submit.RunDecisions;
import io.awaken.http.submit.RunStreams;
import io.awaken.protocol.a2a.task.A2aError;
import io.awaken.protocol.a2a.task.Questions;
import io.awaken.protocol.a2a.task.TaskEncoding;
import io.awaken.protocol.a2a.task.TaskEncoding.Reading;
import io.awaken.protocol.a2a.task.TaskViews.Detail;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Takes messages of clients: each is the start of a task, the answer to the question of a task, or
 * more input for one that works. A repeated message, with the same id and content, returns the task
 * that it started. Thread-safe.
 */
@Dependent
public class MessageOperations {

  /** The fields as clients of this protocol know them. */
  static final FieldNames NAMES =
      new FieldNames(
          "tenant",
          "message.contextId",
          "message.messageId",
          "id",
          index -> "message.parts",
          (index, part, field) -> "message.parts[%d].%s".formatted(part, nameOf(field)),
          "tools");

  private static final String KEY = "message.messageId";

  private final RunService service;
  private final RunStreams streams;
  private final RunDecisions decisions;
  private final SuspensionStore suspensions;
  private final OfferedAgents agents;
  private final TaskOperations tasks;
  private final PushOperations pushes;

  @Inject
  public MessageOperations(
      RunService service,
      RunStreams streams,
      RunDecisions decisions,
      SuspensionStore suspensions,
      OfferedAgents agents,
      TaskOperations tasks,
      PushOperations pushes) {
    this.service = service;
    this.streams = streams;
    this.decisions = decisions;
    this.suspensions = suspensions;
    this.agents = agents;
    this.tasks = tasks;
    this.pushes = pushes;
  }

  private static String nameOf(String field) {
    return switch (field) {
      case "media_type", "type" -> "mediaType";
      case "data" -> "raw";
      default -> field;
    };
  }

  /** {@code SendMessage}: the task once it ends or waits, or at once if the client says so. */
  CompletionStage<ObjectNode> send(A2aRequest request) {
    SentMessage sent = SentMessage.read(request.params());
    Caller caller = request.caller();
    Registration heard = pushes.read(sent);
    RunId run =
        sent.task() == null
            ? started(wanted(sent, request), heard, request)
            : added(sent, heard, request).runId();
    CompletionStage<RunRecord> end =
        sent.atOnce()
            ? CompletableFuture.completedFuture(tasks.stored(run))
            : tasks.settled(run, Long.MAX_VALUE, caller);
    var detail = new Detail(sent.history(), true);
    return end.thenApply(
        now -> {
          ObjectNode result = JsonNodeFactory.instance.objectNode();
          return result.set("task", tasks.views().of(now, caller, detail));
        });
  }

  /** {@code SendStreamingMessage}: the task, then what changes until it ends or waits. */
  void stream(A2aRequest request) {
    SentMessage sent = SentMessage.read(request.params());
    Registration heard = pushes.read(sent);
    if (sent.task() != null) {
      streamAdded(sent, heard, request);
      return;
    }
    RunRequest wanted = wanted(sent, request);
    if (heard != null) {
      // The task must exist before anybody can be told of it; the stream then repeats the request.
      started(wanted, heard, request);
    }
    var reading = Reading.ofNew(wanted.threadId().value(), request.frames());
    streams.begin(
        wanted,
        NAMES,
        new TaskEncoding(reading),
        request.exchange().request(),
        request.exchange().response());
  }

  /** The run of a message that starts a task. */
  private RunRequest wanted(SentMessage sent, A2aRequest request) {
    Caller caller = request.caller();
    String agent = agents.of(request.tenant()).id();
    String context = sent.context() == null ? "" : sent.context();
    String key = RequestKeys.idOf(KEY, sent.id(), caller, agent, context, sent.source().toString());
    ThreadId thread =
        sent.context() == null
            ? new ThreadId(caller.tenant(), UUID.nameUUIDFromBytes(bytes(key)).toString())
            : TaskOperations.thread("message.contextId", sent.context(), caller);
    return new RunRequest(agent, thread, caller, List.of(sent.message()))
        .as(SubmitMode.QUEUE)
        .by(Delivery.USUAL.from(RunOrigin.A2A, caller.signature()))
        .once(RequestKeys.of(KEY, "POST /v1/a2a", key, bytes(key)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Adds a message to a task: its answers, or more input. A repeated one changes nothing. */
  private RunRecord added(SentMessage sent, Registration heard, A2aRequest request) {
    Caller caller = request.caller();
    RunRecord run = tasks.run(sent.task(), request.tenant(), caller);
    if (sent.context() != null && !sent.context().equals(run.threadId().value())) {
      throw JsonFields.invalid("message.contextId", "is not the context of the task");
    }
    String key = RequestKeys.idOf(KEY, sent.id(), caller, sent.task(), sent.source().toString());
    List<SuspensionRecord> all = suspensions.ofRun(run.runId());
    boolean again = Questions.answered(all, key);
    if (run.status() == RunStatus.DONE) {
      if (again || tasks.views().has(run, sent.message().id())) {
        return run;
      }
      throw A2aError.UNSUPPORTED_OPERATION.exception(
          "the task has ended and takes no messages: " + run.runId());
    }
    if (heard != null) {
      pushes.register(run, heard, caller);
    }
    List<SuspensionRecord> seen = all.stream().filter(each -> each.seenBy(caller)).toList();
    boolean asks = run.status() == RunStatus.WAITING && !Questions.open(seen).isEmpty();
    if (!asks && !again) {
      return steered(sent, key, run, caller);
    }
    for (DecisionRequest answer : Questions.answers(seen, sent.text(), sent.data(), key, caller)) {
      decisions.decide(run.runId(), answer, shown -> null);
    }
    return run;
  }

  /** More input for a task that works. */
  private RunRecord steered(SentMessage sent, String key, RunRecord run, Caller caller) {
    if (run.status() == RunStatus.CREATED) {
      throw A2aError.UNSUPPORTED_OPERATION.exception(
          "the task has not started and takes no messages yet: " + run.runId());
    }
    RunRequest more =
        new RunRequest(run.agentId(), run.threadId(), caller, List.of(sent.message()))
            .as(SubmitMode.RESUME_OPEN_RUN)
            .once(RequestKeys.of(KEY, "POST /v1/a2a", key, bytes(key)));
    RunId taken = Refusals.named(NAMES, () -> service.background(more)).runId();
    // Another task of the context may have begun meanwhile.
    return taken.equals(run.runId()) ? run : tasks.stored(taken);
  }

  private RunId started(RunRequest wanted, Registration heard, A2aRequest request) {
    RunId run = Refusals.named(NAMES, () -> service.background(wanted)).runId();
    if (heard != null) {
      pushes.register(tasks.stored(run), heard, request.caller());
    }
    return run;
  }

  private void streamAdded(SentMessage sent, Registration heard, A2aRequest request) {
    RunRecord before = tasks.run(sent.task(), request.tenant(), request.caller());
    Cursor end = tasks.end(before.runId());
    RunRecord run = added(sent, heard, request);
    tasks.followAdded(run, end, request);
  }
}
