package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.mcp.McpFields;
import io.awaken.mcp.McpHeaders;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.Capabilities.ServerIdentity;
import io.awaken.protocol.mcp.Sessions.Session;
import io.awaken.protocol.mcp.call.CallPosition;
import io.awaken.protocol.mcp.call.CallReading;
import io.awaken.protocol.mcp.call.DirectCalls;
import io.awaken.protocol.mcp.call.Forms.QuestionId;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpc.InvalidMessage;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Result;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/** Handles messages of clients with sessions, until 2025-11-25. Thread-safe. */
final class LegacyEra {

  private static final String INITIALIZE = "initialize";

  /** Messages per batch, which only 2025-03-26 supports. */
  static final int MAX_BATCH = 50;

  /** An unknown method is an error of the request, not of the transport. */
  private static final int OK = 200;

  private final Sessions sessions;
  private final Methods methods;
  private final AgentCalls agentCalls;
  private final QuestionAnswers answers;
  private final DirectCalls direct;
  private final LogLevels levels;
  private final SessionNotifications notifications;

  LegacyEra(
      Sessions sessions,
      Methods methods,
      AgentCalls agentCalls,
      QuestionAnswers answers,
      DirectCalls direct,
      LogLevels levels,
      SessionNotifications notifications) {
    this.notifications = notifications;
    this.levels = levels;
    this.direct = direct;
    this.sessions = sessions;
    this.methods = methods;
    this.agentCalls = agentCalls;
    this.answers = answers;
  }

  void handle(JsonRpcMessage message, McpRequest http) {
    if (message instanceof Request request && request.method().equals(INITIALIZE)) {
      http.response().resume(initialized(request, http));
      return;
    }
    Session session = session(http);
    switch (message) {
      case Request request -> methods.answer(invocation(request, session, http), OK);
      case Notification notification -> {
        notified(notification, session, http);
        http.response().resume(McpAnswers.accepted());
      }
      case JsonRpcMessage.Response answer -> {
        answered(answer, session, http);
        http.response().resume(McpAnswers.accepted());
      }
    }
  }

  /**
   * The session of a request.
   *
   * @throws McpFailure 400 without one or with an unsupported version; 404 for an unknown one
   */
  private Session session(McpRequest http) {
    String version = http.headers().version();
    if (version != null && ProtocolVersion.servedOf(version).isEmpty()) {
      throw McpFailure.of(
          400,
          JsonRpcError.SERVER_ERROR,
          "the header %s must be one of %s"
              .formatted(
                  McpHeaders.VERSION,
                  ProtocolVersion.servedOnes().stream().map(ProtocolVersion::text).toList()));
    }
    return sessions.of(http);
  }

  private Response initialized(Request request, McpRequest http) {
    JsonNode offered = request.params().path("protocolVersion");
    if (!offered.isTextual()) {
      throw McpFailure.inBand(JsonRpcError.INVALID_PARAMS, "protocolVersion must be a string");
    }
    ProtocolVersion version =
        ProtocolVersion.servedOf(offered.textValue())
            .filter(each -> !each.modern())
            .orElse(ProtocolVersion.NEWEST_LEGACY);
    var client = Capabilities.client(request.params().path("capabilities"));
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("protocolVersion", version.text());
    result.set("capabilities", ServerIdentity.capabilities(version));
    result.set("serverInfo", ServerIdentity.info());
    result.put("instructions", ServerIdentity.instructions());
    return McpAnswers.of(new Result(request.id(), result))
        .header(McpHeaders.SESSION, sessions.begin(http.caller(), version, client))
        .build();
  }

  /**
   * Answers all messages of a batch at once. Requests with a streamed answer cannot be part of it.
   *
   * @throws McpFailure 400 when the session does not support batches or their number is wrong
   */
  void handleBatch(JsonNode batch, McpRequest http) {
    if (Envelope.claimed(http.headers().version())) {
      throw refused("send one message per request");
    }
    Session session = session(http);
    if (!session.version().batches()) {
      throw refused("protocol version %s has no batches".formatted(session.version().text()));
    }
    if (batch.isEmpty() || batch.size() > MAX_BATCH) {
      throw refused("a batch has 1 to %d messages".formatted(MAX_BATCH));
    }
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (JsonNode each : batch) {
      answer(each, session, http).ifPresent(message -> all.add(JsonRpc.write(message)));
    }
    http.response()
        .resume(all.isEmpty() ? McpAnswers.accepted() : McpAnswers.json(200, all).build());
  }

  private Optional<JsonRpcMessage> answer(JsonNode each, Session session, McpRequest http) {
    try {
      switch (JsonRpc.read(each, McpFields.ABSENT)) {
        case Request request -> {
          return Optional.of(answer(request, session, http));
        }
        case Notification notification -> notified(notification, session, http);
        case JsonRpcMessage.Response answer -> answered(answer, session, http);
      }
      return Optional.empty();
    } catch (InvalidMessage invalid) {
      return Optional.of(invalid.answer());
    }
  }

  private JsonRpcMessage answer(Request request, Session session, McpRequest http) {
    try {
      if (methods.streams(request.method())) {
        throw refused(request.method() + " must not be part of a batch");
      }
      return new Result(request.id(), methods.result(invocation(request, session, http), OK));
    } catch (McpFailure failure) {
      return new Failure(request.id(), failure.error());
    }
  }

  private static McpFailure refused(String why) {
    return McpFailure.of(400, JsonRpcError.INVALID_REQUEST, why);
  }

  private static Invocation invocation(Request request, Session session, McpRequest http) {
    return new Invocation(
        request,
        session.version(),
        new Invocation.Abilities(session.client(), false),
        session.name(),
        http);
  }

  /** Handles a notification of a client. */
  private void notified(Notification notification, Session session, McpRequest http) {
    JsonNode id = notification.params().get("requestId");
    if (notification.method().equals("notifications/cancelled") && JsonRpc.isId(id)) {
      if (!direct.cancel(new DirectCalls.Key(session.name(), id))) {
        agentCalls.cancel(Invocation.key(session.name(), id), http.caller());
      }
    }
  }

  /** Records a client's answer; an unexpected or late one changes nothing. */
  private void answered(JsonRpcMessage.Response answer, Session session, McpRequest http) {
    if (answer.id() == null) {
      return;
    }
    QuestionId.parse(answer.id().textValue())
        .flatMap(id -> agentCalls.question(id.run(), id.suspension(), http.caller()))
        .filter(question -> question.status() == SuspensionStatus.OPEN)
        .ifPresent(question -> take(question, answer, session, http));
  }

  private void take(
      SuspensionRecord question, JsonRpcMessage.Response answer, Session session, McpRequest http) {
    switch (answer) {
      case Result done ->
          // A client with a session gets one question at a time.
          answers.answer(question, session.client(), any -> done.result(), http.caller());
      case Failure failure -> answers.failed(question, http.caller());
    }
  }

  /**
   * Resumes a stream.
   *
   * @param lastEventId the client's position; null for the session's stream of messages that belong
   *     to no request
   */
  void resume(String lastEventId, McpRequest http) {
    boolean standing = lastEventId == null;
    if (standing && http.headers().session() == null
        || Envelope.claimed(http.headers().version())) {
      throw notOffered();
    }
    Session session = session(http);
    if (standing) {
      notifications.open(session, http);
      return;
    }
    CallPosition place =
        CallPosition.parse(lastEventId)
            .orElseThrow(
                () ->
                    McpFailure.of(
                        400,
                        JsonRpcError.INVALID_PARAMS,
                        "Last-Event-ID must come from a stream of this server"));
    var reading =
        new CallReading(
            place.id(),
            place.progressToken(),
            session.version(),
            session.client(),
            place.cursor().sequence(),
            (run, at) -> null,
            place.task(),
            levels.of(session.name()));
    if (!agentCalls.resume(place, reading, http)) {
      http.response().resume(Response.noContent().build());
    }
  }

  static McpFailure notOffered() {
    return notOffered("this endpoint has no such stream; use POST");
  }

  static McpFailure notOffered(String why) {
    return McpFailure.of(405, JsonRpcError.SERVER_ERROR, why);
  }
}
