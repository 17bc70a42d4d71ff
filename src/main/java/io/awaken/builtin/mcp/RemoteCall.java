package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.SessionCall.CallProgress;
import io.awaken.builtin.mcp.transport.Deadline;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.ModelRefused;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Response;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.time.Duration;
import java.util.Optional;

/** One call of an MCP tool, from its start or from the answer to a suspension. For one thread. */
final class RemoteCall {

  /** The code of a result when the server rejects the call. */
  static final String REFUSED = "mcp_error";

  /** The code of a result when a server asks too many questions. */
  static final String TOO_MANY_QUESTIONS = "too_many_questions";

  /** The code of a result when a user does not visit a required page. */
  static final String DECLINED = "elicitation_declined";

  /** The code of a result when the server's model request is refused. */
  static final String SAMPLING_REFUSED = "sampling_refused";

  /** Maximum number of retries that a server may request, and the delay before each. */
  private static final int MAX_DELAYS = 10;

  private static final Duration DELAY = Duration.ofSeconds(1);

  private final RemoteServer server;
  private final ListedTool tool;
  private final ToolCallContext context;
  private final CallProgress progress;
  private final Sampler sampler;

  RemoteCall(RemoteServer server, ListedTool tool, ToolCallContext context) {
    this.server = server;
    this.tool = tool;
    this.context = context;
    this.progress = new CallProgress(context, server.id(), tool);
    int before = asked(context).map(CallMemo::sampled).orElse(0);
    this.sampler = new Sampler(server.spec().sampling(), context.model(), before);
  }

  ToolResult make(JsonNode arguments) throws ToolException, InterruptedException {
    Optional<CallMemo> asked = asked(context);
    try {
      if (asked.isEmpty()) {
        return begun(arguments, CallMemo.none());
      }
      CallMemo memo = asked.get().answered(context.decision().orElseThrow());
      if (memo.held() != null) {
        return new SessionRounds(this, arguments).answered(memo);
      }
      return memo.next().isPresent() ? suspended(memo) : begun(arguments, memo);
    } catch (McpException e) {
      if (e.kind() != Kind.TIMEOUT && e.kind() != Kind.CANCELLED) {
        server.callFailed();
      }
      throw new ToolException(
          ToolException.Kind.EXECUTION_FAILED,
          "the MCP server %s returned no result (%s: %s); what the tool did is not known"
              .formatted(server.id(), e.kind().wire(), e.getMessage()),
          e);
    }
  }

  /** Returns the stored memo of earlier questions. */
  private static Optional<CallMemo> asked(ToolCallContext context) {
    return context.question().map(SuspendTicket::memo).map(CallMemo::of).filter(RemoteCall::waits);
  }

  private static boolean waits(CallMemo memo) {
    return memo.next().isPresent();
  }

  /** Runs the call from its start, or with all answers. */
  ToolResult begun(JsonNode arguments, CallMemo memo)
      throws McpException, ToolException, InterruptedException {
    McpSession session = session();
    if (!session.version().modern()) {
      return new SessionRounds(this, arguments).begun(session, memo);
    }
    try {
      return rounds(session, arguments, memo);
    } catch (ModelRefused e) {
      return ToolResult.errorWithCode(
          context.toolName(),
          SAMPLING_REFUSED,
          "the MCP server %s asked the model without success (%s: %s); the call ended"
              .formatted(server.id(), e.code(), e.getMessage()));
    }
  }

  private ToolResult rounds(McpSession session, JsonNode arguments, CallMemo memo)
      throws McpException, ModelRefused, InterruptedException {
    CallMemo now = memo;
    Deadline deadline = session.deadline();
    int delays = 0;
    while (true) {
      now = now.answered(sampler);
      Response response = answer(session, arguments, now, deadline);
      if (!(response instanceof Result done) || !type(done).equals(InputRequired.TYPE)) {
        return result(response);
      }
      InputRequired required = InputRequired.read(done.result(), session.samples());
      if (!required.requests().isEmpty()) {
        if (now.round() >= CallMemo.MAX_ROUNDS) {
          return tooManyQuestions();
        }
        now = now.asking(required);
        if (now.next().isPresent()) {
          return suspended(now);
        }
        continue;
      }
      if (delays++ == MAX_DELAYS) {
        throw new McpException(
            Kind.REFUSED, "it postponed the call " + MAX_DELAYS + " times without a result");
      }
      server.pause(DELAY);
      now =
          new CallMemo(
              now.round(),
              required.requests(),
              required.requests(),
              required.state(),
              null,
              now.given(),
              now.sampled());
    }
  }

  private Response answer(McpSession session, JsonNode arguments, CallMemo memo, Deadline deadline)
      throws McpException, InterruptedException {
    return session.ask(
        "tools/call",
        tool.name(),
        params(arguments, memo),
        tool.headers().headers(arguments),
        progress,
        deadline);
  }

  /** Builds the request parameters with answers and server state. */
  ObjectNode params(JsonNode arguments, CallMemo memo) {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", tool.name());
    params.set("arguments", arguments);
    if (!memo.answers().isEmpty()) {
      params.set("inputResponses", memo.answers());
    }
    if (memo.state() != null) {
      params.put("requestState", memo.state());
    }
    return params;
  }

  /** Suspends the run until users answer the server. */
  ToolResult asking(CallMemo memo, InputRequired required) {
    return memo.round() < CallMemo.MAX_ROUNDS
        ? suspended(memo.asking(required))
        : tooManyQuestions();
  }

  ToolResult tooManyQuestions() {
    return ToolResult.errorWithCode(
        context.toolName(),
        TOO_MANY_QUESTIONS,
        "the MCP server %s asked more than %d times in one call; the call ended"
            .formatted(server.id(), CallMemo.MAX_ROUNDS));
  }

  ToolResult suspended(CallMemo memo) {
    return ToolResult.suspended(
        context.toolName(), memo.sampled(sampler.count()).ticket(server.id()));
  }

  /** Checks that the run's tool still exists unchanged. */
  McpSession session() throws McpException, ToolException, InterruptedException {
    ServerView now = server.view();
    if (now.session() == null) {
      String why = now.reason() == null ? "it is not connected yet" : now.reason();
      throw new ToolException(
          ToolException.Kind.EXECUTION_FAILED,
          "not executed: the MCP server " + server.id() + " cannot be used (" + why + ")");
    }
    McpTool offered = now.tools().get(tool.name());
    if (offered == null || !offered.listed().hash().equals(tool.hash())) {
      throw new ToolException(
          ToolException.Kind.NOT_FOUND,
          "not executed: the tool %s of server %s %s"
              .formatted(
                  tool.name(),
                  server.id(),
                  now.withheld().getOrDefault(tool.name(), "is no longer offered")));
    }
    return server.sessionOf(context.caller(), now.session());
  }

  ToolResult result(Response response) throws McpException {
    String id = context.toolName();
    return switch (response) {
      case Failure failure -> refused(id, server.id(), "call", failure);
      case Result done -> {
        if (!type(done).equals("complete")) {
          throw new McpException(
              Kind.GARBAGE, "its result has the unknown type " + McpSession.shortened(type(done)));
        }
        yield ToolResults.of(id, done.result());
      }
    };
  }

  /** The result of a request that a server refused. */
  static ToolResult refused(String tool, String server, String what, Failure failure) {
    return ToolResult.errorWithCode(
        tool,
        REFUSED,
        "the MCP server %s refused the %s (%d): %s"
            .formatted(
                server,
                what,
                failure.error().code(),
                McpSession.shortened(failure.error().message())));
  }

  private static String type(Result done) {
    return done.result().path("resultType").asText("complete");
  }

  RemoteServer server() {
    return server;
  }

  Sampler sampler() {
    return sampler;
  }

  ListedTool tool() {
    return tool;
  }

  ToolCallContext context() {
    return context;
  }

  CallProgress progress() {
    return progress;
  }
}
