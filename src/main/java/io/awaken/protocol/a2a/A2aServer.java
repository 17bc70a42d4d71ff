package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Ids;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.json.StrictJson;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.ServerLoader;
import io.awaken.http.submit.Refusals;
import io.awaken.protocol.a2a.task.A2aError;
import io.awaken.protocol.a2a.task.Frames;
import io.awaken.rpc.AbsentFields;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpc.InvalidMessage;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The operations of A2A 1.0 by their names, the same for both bindings. Every failure becomes an
 * error of the binding. Thread-safe; called on the thread of the request, whose response is
 * suspended.
 */
@Dependent
public class A2aServer {

  /** ProtoJSON allows null for an absent field; data and metadata belong to the clients. */
  private static final AbsentFields ABSENT =
      new AbsentFields(Set.of("id", "data"), Set.of("data"), "metadata", "a2a-protocol.org/");

  /** The protocol version of requests; only this one is spoken. */
  static final String VERSION = "1.0";

  private final MessageOperations messages;
  private final TaskOperations tasks;
  private final PushOperations pushes;
  private final AgentCards cards;
  private final Ids ids;

  @Inject
  public A2aServer(
      MessageOperations messages,
      TaskOperations tasks,
      PushOperations pushes,
      AgentCards cards,
      Ids ids) {
    this.messages = messages;
    this.tasks = tasks;
    this.pushes = pushes;
    this.cards = cards;
    this.ids = ids;
  }

  /**
   * Performs an operation.
   *
   * @param version as the client sends it; null for none
   */
  void call(String operation, String version, A2aRequest request) {
    try {
      requireVersion(version);
      perform(operation, request);
    } catch (RuntimeException failure) {
      request.exchange().response().resume(answer(failure, request.frames()));
    }
  }

  /** A client that sends none speaks 0.3. */
  private static void requireVersion(String version) {
    if (version == null || !version.matches("1\\.0(\\.\\d+)?")) {
      throw A2aError.VERSION_NOT_SUPPORTED.exception(
          "the server speaks A2A %s; the request has %s"
              .formatted(
                  VERSION,
                  version == null ? "no header A2A-Version, which means 0.3" : "another version"));
    }
  }

  private void perform(String operation, A2aRequest request) {
    switch (operation) {
      case "SendMessage" -> later(messages.send(request), request);
      case "SendStreamingMessage" -> messages.stream(request);
      case "GetTask" -> now(tasks.get(request), request);
      case "ListTasks" -> now(tasks.list(request), request);
      case "CancelTask" -> later(tasks.cancel(request), request);
      case "SubscribeToTask" -> tasks.subscribe(request);
      case "GetExtendedAgentCard" -> now(cards.extended(request), request);
      case "CreateTaskPushNotificationConfig" -> now(pushes.create(request), request);
      case "GetTaskPushNotificationConfig" -> now(pushes.get(request), request);
      case "ListTaskPushNotificationConfigs" -> now(pushes.list(request), request);
      case "DeleteTaskPushNotificationConfig" -> now(pushes.delete(request), request);
      default -> throw A2aError.noMethod();
    }
  }

  private static void now(ObjectNode result, A2aRequest request) {
    request.exchange().response().resume(request.frames().answer(result));
  }

  private void later(CompletionStage<ObjectNode> result, A2aRequest request) {
    var answer = result.toCompletableFuture();
    HttpServletRequest http = request.exchange().request();
    if (!answer.isDone()) {
      RequestGate.leaveToWait(http);
    }
    AsyncContext context = http.getAsyncContext();
    context.setTimeout(0);
    answer.whenComplete(
        (task, failure) ->
            ServerLoader.resume(
                context,
                request.exchange().response(),
                failure == null
                    ? request.frames().answer(task)
                    : answer(failure, request.frames())));
  }

  /** Answers a posted JSON-RPC message. */
  void rpc(InputStream body, String version, String tenant, A2aRequest http) {
    Frames frames = http.frames();
    try {
      JsonNode json = StrictJson.read(body, ProtocolJson.mapper(), JsonNode.class);
      JsonRpcMessage message = JsonRpc.read(json, ABSENT);
      if (!(message instanceof JsonRpcMessage.Request asked)) {
        var notification =
            new JsonRpcError(JsonRpcError.INVALID_REQUEST, "the body must be a request with an id");
        http.exchange().response().resume(Frames.rpcError(null, notification));
        return;
      }
      frames = Frames.rpc(asked.id());
      if (tenant != null) {
        asked.params().put("tenant", tenant);
      }
      call(
          asked.method(),
          version,
          new A2aRequest(asked.params(), frames, http.caller(), http.exchange()));
    } catch (InvalidMessage invalid) {
      http.exchange().response().resume(Frames.rpcError(invalid.id(), invalid.answer().error()));
    } catch (IOException | RuntimeException failure) {
      http.exchange().response().resume(parseFailure(failure, frames));
    }
  }

  private Response parseFailure(Exception failure, Frames frames) {
    Refusal refusal =
        failure instanceof IOException
            ? Refusal.bad("malformed_json", "the body could not be read")
            : Refusals.orUnexpected(failure, ids);
    return refusal.status() == 400
        ? Frames.rpcError(null, new JsonRpcError(JsonRpcError.PARSE_ERROR, refusal.message()))
        : frames.answer(refusal);
  }

  /** The answer to a request that failed. */
  Response answer(Throwable failure, Frames frames) {
    return frames.answer(Refusals.orUnexpected(failure, ids));
  }
}
