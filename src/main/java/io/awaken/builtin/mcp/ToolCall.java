package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.mcp.JsonRpcMessage.Failure;
import io.awaken.mcp.JsonRpcMessage.Response;
import io.awaken.mcp.JsonRpcMessage.Result;

/** One call of a tool of a server. For one thread. */
final class ToolCall {

  /** The code of a result when the server refuses the call. */
  static final String REFUSED = "mcp_error";

  private final McpServer server;
  private final ListedTool tool;
  private final ToolCallContext context;

  ToolCall(McpServer server, ListedTool tool, ToolCallContext context) {
    this.server = server;
    this.tool = tool;
    this.context = context;
  }

  ToolResult make(JsonNode arguments) throws ToolException, InterruptedException {
    McpSession session = session();
    var progress = new CallProgress(context, server.id(), tool);
    try {
      return result(answer(session, arguments, progress));
    } catch (McpException e) {
      if (e.kind() != Kind.TIMEOUT) {
        server.soon();
      }
      throw new ToolException(
          ToolException.Kind.EXECUTION_FAILED,
          "the server of tools %s brought no result (%s: %s); what the tool did is not known"
              .formatted(server.id(), e.kind().wire(), e.getMessage()),
          e);
    }
  }

  private Response answer(McpSession session, JsonNode arguments, CallProgress progress)
      throws McpException, InterruptedException {
    try {
      return ask(session, arguments, progress);
    } catch (McpException e) {
      if (e.kind() != Kind.SESSION_LOST) {
        throw e;
      }
      // The server did not look at the call.
      return ask(server.renewed(session), arguments, progress);
    }
  }

  private Response ask(McpSession session, JsonNode arguments, CallProgress progress)
      throws McpException, InterruptedException {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", tool.name());
    params.set("arguments", arguments);
    return session.ask(
        "tools/call", tool.name(), params, tool.headers(arguments), progress, session.limit());
  }

  /** A tool that a run still has may be gone, or another one by now. */
  private McpSession session() throws ToolException {
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
    return now.session();
  }

  private ToolResult result(Response response) throws McpException {
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
        String type = done.result().path("resultType").asText("complete");
        if (!type.equals("complete")) {
          throw new McpException(
              Kind.GARBAGE,
              "its result is of the type " + McpSession.shortened(type) + ", which is not known");
        }
        yield ToolResults.of(id, done.result());
      }
    };
  }
}
