package io.awaken.protocol.mcp;

import static java.lang.System.Logger.Level.ERROR;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.ServerLoader;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.AgentCalls.Replies;
import io.awaken.protocol.mcp.call.CallReading;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.protocol.mcp.call.McpResults;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Result;
import jakarta.servlet.AsyncContext;
import jakarta.ws.rs.core.Response;

/**
 * The task methods: those of sessions with 2025-11-25, and those of the extension since 2026-07-28.
 * Thread-safe.
 */
final class TaskMethods {

  private static final System.Logger LOG = System.getLogger(TaskMethods.class.getName());

  private final Tasks tasks;
  private final AgentCalls calls;
  private final QuestionAnswers answers;

  TaskMethods(Tasks tasks, AgentCalls calls, QuestionAnswers answers) {
    this.tasks = tasks;
    this.calls = calls;
    this.answers = answers;
  }

  Methods legacy(Methods others) {
    return others
        .simple(
            "tasks/get",
            invocation ->
                tasks.state(
                    of2025(invocation),
                    invocation.version(),
                    ClientAbilities.FORMS,
                    invocation.caller()))
        .simple(
            "tasks/list",
            invocation -> tasks.list(of2025(invocation).get("cursor"), invocation.caller()))
        .streamed("tasks/cancel", this::cancelled)
        .streamed("tasks/result", this::result);
  }

  Methods modern(Methods others) {
    return others
        .simple(
            "tasks/get",
            invocation ->
                tasks.state(
                    declared(invocation),
                    invocation.version(),
                    invocation.abilities().client(),
                    invocation.caller()))
        .simple("tasks/update", this::update)
        .simple("tasks/cancel", this::cancel);
  }

  /**
   * Whether a call becomes a task: until 2025-11-25 if the client requests it, since 2026-07-28 if
   * the client can poll tasks, because only a task outlives the connection.
   *
   * @throws McpFailure for an invalid request
   */
  static boolean becomesTask(Invocation invocation) {
    if (invocation.version().modern()) {
      return invocation.abilities().tasks() && !invocation.params().has("requestState");
    }
    JsonNode task = invocation.params().get("task");
    if (!offered(invocation) || task == null) {
      return false;
    }
    JsonNode ttl = task.path("ttl");
    boolean time = ttl.isMissingNode() || ttl.isIntegralNumber() && ttl.asLong() >= 0;
    if (!task.isObject() || !time) {
      throw McpFailure.inBand(
          JsonRpcError.INVALID_PARAMS, "task must be {ttl}, in milliseconds of 0 or more");
    }
    return true;
  }

  /** Whether a client requests a task, even for a call that cannot become one. */
  static boolean requestsTask(Invocation invocation) {
    return offered(invocation) && invocation.params().has("task");
  }

  /** Whether the tool list declares task support. */
  static boolean offered(Invocation invocation) {
    return invocation.version() == ProtocolVersion.V2025_11_25;
  }

  private static ObjectNode of2025(Invocation invocation) {
    if (!offered(invocation)) {
      throw McpFailure.inBand(
          JsonRpcError.METHOD_NOT_FOUND,
          "protocol version %s has no tasks".formatted(invocation.version().text()));
    }
    return invocation.params();
  }

  private static ObjectNode declared(Invocation invocation) {
    if (!invocation.abilities().tasks()) {
      throw Capabilities.missing(McpMeta.TASKS);
    }
    return invocation.params();
  }

  /** Answers to unknown keys change nothing, as the specification says. */
  private ObjectNode update(Invocation invocation) {
    JsonNode inputs = declared(invocation).path("inputResponses");
    if (!inputs.isObject()) {
      throw McpFailure.inBand(JsonRpcError.INVALID_PARAMS, "inputResponses must be an object");
    }
    RunRecord run = tasks.run(invocation.params(), invocation.caller());
    calls.answer(
        run.runId(),
        new Replies(inputs, invocation.abilities().client()),
        answers,
        invocation.caller());
    return JsonNodeFactory.instance.objectNode();
  }

  private ObjectNode cancel(Invocation invocation) {
    tasks.cancel(declared(invocation), invocation.caller());
    return JsonNodeFactory.instance.objectNode();
  }

  private void cancelled(Invocation invocation) {
    var answer = tasks.cancelled(of2025(invocation), invocation.caller()).toCompletableFuture();
    McpRequest http = invocation.http();
    if (!answer.isDone()) {
      RequestGate.leaveToWait(http.request());
    }
    AsyncContext context = http.suspended().getAsyncContext();
    answer.whenComplete(
        (task, failure) ->
            ServerLoader.resume(
                context, http.response(), answer(invocation.request(), task, failure)));
  }

  private static Response answer(Request request, ObjectNode task, Throwable failure) {
    if (failure == null) {
      return McpAnswers.of(new Result(request.id(), task)).build();
    }
    LOG.log(ERROR, "a task was cancelled, but its client is answered with an error", failure);
    return McpAnswers.of(
        request.id(),
        McpFailure.of(
            500, JsonRpcError.INTERNAL_ERROR, "the task is being cancelled; poll its state"));
  }

  /** The result of a finished task; for any other, a stream that waits for it. */
  private void result(Invocation invocation) {
    RunRecord seen = tasks.run(of2025(invocation), invocation.caller());
    // Read the end first, so that no event is missed between it and the state.
    Cursor end = calls.end(seen.runId());
    RunRecord run = tasks.run(invocation.params(), invocation.caller());
    if (run.status() == RunStatus.DONE) {
      ObjectNode result = McpResults.of(run, invocation.version());
      invocation.answer(McpResults.withTask(result, run.runId()));
      return;
    }
    // The last event of a waiting run repeats the open suspensions.
    long start = run.status() == RunStatus.WAITING ? end.sequence() - 1 : end.sequence();
    var reading =
        new CallReading(
            invocation.request().id(),
            null,
            invocation.version(),
            invocation.abilities().client(),
            Math.max(0, start),
            (none, at) -> null,
            true,
            null);
    calls.follow(run.runId(), new Cursor(end.epoch(), reading.start()), reading, invocation.http());
  }
}
