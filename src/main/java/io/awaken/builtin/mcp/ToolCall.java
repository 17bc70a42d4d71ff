package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.ModelRefused;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.mcp.JsonRpcMessage.Failure;
import io.awaken.mcp.JsonRpcMessage.Response;
import io.awaken.mcp.JsonRpcMessage.Result;
import java.time.Duration;
import java.util.Optional;

/**
 * One call of a tool of a server, from its begin or from the answer to a question on. For one
 * thread.
 */
final class ToolCall {

  /** The code of a result when the server refuses the call. */
  static final String REFUSED = "mcp_error";

  /** The code of a result when a server asks and does not stop. */
  static final String TOO_MANY_QUESTIONS = "too_many_questions";

  /** The code of a result when a person does not visit the page without which nothing goes on. */
  static final String DECLINED = "elicitation_declined";

  /** The code of a result when the server asks the model and gets no answer. */
  static final String SAMPLING_REFUSED = "sampling_refused";

  /** How often a server may put off a call, and how long is waited for it each time. */
  private static final int MAX_DELAYS = 10;

  private static final Duration DELAY = Duration.ofSeconds(1);

  private final McpServer server;
  private final ListedTool tool;
  private final ToolCallContext context;
  private final CallProgress progress;
  private final long begin = System.nanoTime();
  private final Sampler sampler;

  ToolCall(McpServer server, ListedTool tool, ToolCallContext context) {
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
      if (e.kind() != Kind.TIMEOUT) {
        server.doubted();
      }
      throw new ToolException(
          ToolException.Kind.EXECUTION_FAILED,
          "the server of tools %s brought no result (%s: %s); what the tool did is not known"
              .formatted(server.id(), e.kind().wire(), e.getMessage()),
          e);
    }
  }

  /** What the server has asked people before. */
  private static Optional<CallMemo> asked(ToolCallContext context) {
    return context.question().map(SuspendTicket::memo).map(CallMemo::of).filter(ToolCall::waits);
  }

  private static boolean waits(CallMemo memo) {
    return memo.next().isPresent();
  }

  /** From the begin, or with all answers. */
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
          "the server of tools %s asks the model and gets no answer (%s: %s); the call ends here"
              .formatted(server.id(), e.code(), e.getMessage()));
    }
  }

  private ToolResult rounds(McpSession session, JsonNode arguments, CallMemo memo)
      throws McpException, ModelRefused, InterruptedException {
    CallMemo now = memo;
    int delays = 0;
    while (true) {
      now = now.answered(sampler);
      Response response = answer(session, arguments, now);
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
            Kind.REFUSED, "it put the call off " + MAX_DELAYS + " times and gave no result");
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

  private Response answer(McpSession session, JsonNode arguments, CallMemo memo)
      throws McpException, InterruptedException {
    Duration left = session.limit().minusNanos(System.nanoTime() - begin);
    if (!left.isPositive()) {
      throw new McpException(
          Kind.TIMEOUT, "it did not answer within " + session.limit().toMillis() + " ms");
    }
    return session.ask(
        "tools/call",
        tool.name(),
        params(arguments, memo),
        tool.headers(arguments),
        progress,
        left);
  }

  /** What the server is asked, with what it wants to know again. */
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

  /** The server asks people: the run waits for them. */
  ToolResult asking(CallMemo memo, InputRequired required) {
    return memo.round() < CallMemo.MAX_ROUNDS
        ? suspended(memo.asking(required))
        : tooManyQuestions();
  }

  ToolResult tooManyQuestions() {
    return ToolResult.errorWithCode(
        context.toolName(),
        TOO_MANY_QUESTIONS,
        "the server of tools %s asked more than %d times in one call; nothing more is asked"
            .formatted(server.id(), CallMemo.MAX_ROUNDS));
  }

  ToolResult suspended(CallMemo memo) {
    return ToolResult.suspended(
        context.toolName(), memo.sampled(sampler.count()).ticket(server.id()));
  }

  /** A tool that a run still has may be gone, or another one by now. */
  McpSession session() throws McpException, ToolException, InterruptedException {
    ServerView now = server.view();
    if (now.session() == null) {
      String why = now.reason() == null ? "it is not connected yet" : now.reason();
      throw new ToolException(
          ToolException.Kind.EXECUTION_FAILED,
          "not executed: the server of tools " + server.id() + " cannot be used (" + why + ")");
    }
    McpTool offered = now.tools().get(tool.name());
    if (offered == null || !offered.listed().hash().equals(tool.hash())) {
      throw new ToolException(
          ToolException.Kind.NOT_FOUND,
          "not executed: the tool %s of server %s %s"
              .formatted(
                  tool.name(),
                  server.id(),
                  now.withheld().getOrDefault(tool.name(), "is not offered any more")));
    }
    return server.sessionOf(context.caller(), now.session());
  }

  ToolResult result(Response response) throws McpException {
    String id = context.toolName();
    return switch (response) {
      case Failure failure ->
          ToolResult.errorWithCode(
              id,
              REFUSED,
              "the server of tools %s refused the call (%d): %s"
                  .formatted(
                      server.id(),
                      failure.error().code(),
                      McpSession.shortened(failure.error().message())));
      case Result done -> {
        if (!type(done).equals("complete")) {
          throw new McpException(
              Kind.GARBAGE,
              "its result is of the type "
                  + McpSession.shortened(type(done))
                  + ", which is not known");
        }
        yield ToolResults.of(id, done.result());
      }
    };
  }

  private static String type(Result done) {
    return done.result().path("resultType").asText("complete");
  }

  McpServer server() {
    return server;
  }

  /** Asks the model for the server. */
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
