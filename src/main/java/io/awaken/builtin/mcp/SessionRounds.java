package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.ToolException;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Response;

/**
 * A call in a session, until 2025-11-25: the server asks while it works and needs the answer in the
 * same session. If the session is lost, the tool's retry class decides what happens to the call
 * (features row 1132). For one thread.
 */
final class SessionRounds {

  /** The code of a result when the session that asked is lost. */
  static final String LOST = "elicitation_lost";

  private final RemoteCall call;
  private final RemoteServer server;
  private final JsonNode arguments;

  SessionRounds(RemoteCall call, JsonNode arguments) {
    this.call = call;
    this.server = call.server();
    this.arguments = arguments;
  }

  /** Starts the call. */
  ToolResult begun(McpSession session, CallMemo memo)
      throws McpException, ToolException, InterruptedException {
    if (memo.declined()) {
      return ToolResult.errorWithCode(
          call.context().toolName(),
          RemoteCall.DECLINED,
          "the user did not visit the page that the MCP server " + server.id() + " requires");
    }
    try {
      return next(working(session, memo), memo);
    } catch (McpException e) {
      if (e.kind() != Kind.SESSION_LOST) {
        throw e;
      }
      // The server did not process the call.
      return next(working(server.renewed(call.context().caller(), session), memo), memo);
    }
  }

  private SessionCall working(McpSession session, CallMemo memo) {
    ObjectNode params = call.params(arguments, CallMemo.none());
    return new SessionCall(session, call.context().caller(), call.progress())
        .begin(server.executor(), call.tool().name(), params, server.calls());
  }

  /** Runs until there is a result or a user must be asked. */
  private ToolResult next(SessionCall working, CallMemo memo)
      throws McpException, InterruptedException {
    CallMemo known = memo;
    while (true) {
      switch (working.next()) {
        case SessionCall.Done done -> {
          return result(done.response(), memo);
        }
        case SessionCall.Broken broken -> throw broken.why();
        case SessionCall.Sampled sampled -> working.answer(sampled(working, sampled));
        case SessionCall.Asked asked -> {
          ObjectNode params = asked.request().params();
          ObjectNode answered = known.known(params);
          if (answered != null) {
            known = known.without(params);
            working.answer(asked.request(), answered);
          } else if (memo.round() >= CallMemo.MAX_ROUNDS) {
            working.giveUp();
            return call.tooManyQuestions();
          } else {
            String name = call.context().idempotencyKey() + ":" + memo.round();
            if (server.calls().hold(name, working, asked.request())) {
              return call.suspended(memo.holding(name, params));
            }
            working.answer(asked.request(), Elicitation.dismissed());
          }
        }
      }
    }
  }

  private Response sampled(SessionCall working, SessionCall.Sampled sampled)
      throws InterruptedException {
    try {
      return call.sampler().answer(sampled.request());
    } catch (InterruptedException e) {
      working.giveUp();
      throw e;
    }
  }

  private ToolResult result(Response response, CallMemo memo) throws McpException {
    InputRequired pages =
        response instanceof Failure failure ? InputRequired.of(failure.error()) : null;
    return pages == null ? call.result(response) : call.asking(memo, pages);
  }

  /** Resumes after a user's answer. */
  ToolResult answered(CallMemo memo) throws McpException, ToolException, InterruptedException {
    OpenSessionCalls.Held held = server.calls().take(memo.held());
    if (held == null) {
      return lost(memo, "this node does not have the session of the question");
    }
    SessionCall working = held.call();
    working.redirectProgress(call.progress());
    try {
      working.answer(held.question(), (ObjectNode) memo.answers().get(CallMemo.ONLY));
      return next(working, memo);
    } catch (McpException e) {
      if (e.kind() == Kind.TIMEOUT || e.kind() == Kind.CANCELLED) {
        throw e;
      }
      return lost(memo, e.kind().wire() + ": " + e.getMessage());
    }
  }

  /** Keeps the answers, so that a repeated call does not ask the users again. */
  private ToolResult lost(CallMemo memo, String why)
      throws McpException, ToolException, InterruptedException {
    if (call.tool().repeatable()) {
      return begun(call.session(), memo);
    }
    return ToolResult.errorWithCode(
        call.context().toolName(),
        LOST,
        "the answer no longer reaches the MCP server %s (%s); the call is not repeated, and what it did is not known"
            .formatted(server.id(), why));
  }
}
