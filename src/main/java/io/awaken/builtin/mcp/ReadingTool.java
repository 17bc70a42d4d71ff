package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.McpTool.ToolIds;
import io.awaken.builtin.mcp.transport.Deadline;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolException;
import io.awaken.core.tool.ToolOutput;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Response;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads resources or prompts of a server for agents that have its tools (features row 1134). The
 * description is ours and needs no approval; the content is the server's, like tool results.
 */
final class ReadingTool implements Tool {

  private final RemoteServer server;
  private final ReadOperation reading;
  private final ToolDescriptor descriptor;

  ReadingTool(RemoteServer server, ReadOperation reading) {
    this.server = server;
    this.reading = reading;
    this.descriptor =
        new ToolDescriptor(
            ToolIds.of(server.id(), reading.tool()),
            null,
            reading.description(server.id()),
            reading.schema(),
            "mcp:" + server.id(),
            reading.argument());
  }

  /**
   * Returns the reading tools that the server supports; a server's own tool of the same name takes
   * precedence.
   */
  static List<ReadingTool> offered(
      List<ReadingTool> all, McpSession session, Set<String> toolsOfServer) {
    List<ReadingTool> some = new ArrayList<>();
    for (ReadingTool each : all) {
      if (session.offers(each.reading.capability())
          && !toolsOfServer.contains(each.reading.tool())) {
        some.add(each);
      }
    }
    return some;
  }

  @Override
  public ToolDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public RetryClass retryClass() {
    return RetryClass.SAFE;
  }

  @Override
  public Optional<Duration> timeLimit() {
    return Optional.of(server.limit().plus(McpTool.LATER));
  }

  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context)
      throws ToolException, InterruptedException {
    return ToolOutput.of(server.asUser(context, () -> read(arguments.deepCopy(), context)));
  }

  private ToolResult read(ObjectNode params, ToolCallContext context)
      throws ToolException, InterruptedException {
    try {
      return result(context.toolName(), answer(params, context.caller()));
    } catch (McpException e) {
      server.requestRefresh();
      throw new ToolException(
          ToolException.Kind.EXECUTION_FAILED,
          "the MCP server %s cannot be read (%s: %s)"
              .formatted(server.id(), e.kind().wire(), e.getMessage()),
          e);
    }
  }

  private Response answer(ObjectNode params, Caller caller)
      throws McpException, InterruptedException {
    McpSession common = server.view().session();
    if (common == null) {
      throw new McpException(McpException.Kind.UNREACHABLE, "it is not connected");
    }
    McpSession session = server.sessionOf(caller, common);
    try {
      return ask(session, params.deepCopy());
    } catch (McpException e) {
      if (e.kind() != McpException.Kind.SESSION_LOST) {
        throw e;
      }
      return ask(server.renewed(caller, session), params);
    }
  }

  private Response ask(McpSession session, ObjectNode params)
      throws McpException, InterruptedException {
    String name = reading.single() ? params.path(reading.argument()).asText() : null;
    return session.ask(
        reading.method(),
        name,
        params,
        Map.of(),
        MessageHandler.NONE,
        Deadline.fixed(session.limit()));
  }

  private ToolResult result(String id, Response response) {
    return switch (response) {
      case Failure failure -> RemoteCall.refused(id, server.id(), "read", failure);
      case Result done -> {
        String type = done.result().path("resultType").asText("complete");
        yield type.equals("complete")
            ? ToolResults.of(id, reading.content(done.result()))
            : ToolResult.errorWithCode(
                id,
                RemoteCall.REFUSED,
                "the MCP server %s requires input before a read (%s), which is not supported"
                    .formatted(server.id(), McpSession.shortened(type)));
      }
    };
  }
}
