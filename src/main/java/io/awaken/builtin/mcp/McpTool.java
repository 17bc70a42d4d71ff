package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolException;
import io.awaken.core.tool.ToolOutput;
import java.time.Duration;
import java.util.Optional;

/** A tool of an MCP server. The same object as long as server and tool are unchanged. */
final class McpTool implements Tool {

  /** Makes the server's own timeout end the wait first. */
  static final Duration LATER = Duration.ofSeconds(2);

  private final RemoteServer server;
  private final ListedTool listed;
  private final ToolDescriptor descriptor;

  McpTool(RemoteServer server, ListedTool listed) {
    this.server = server;
    this.listed = listed;
    String id = ToolIds.of(server.id(), listed.name());
    this.descriptor =
        new ToolDescriptor(
            id,
            listed.title() == null ? listed.name() : listed.title(),
            listed.description(),
            listed.schema(),
            "mcp:" + server.id(),
            null,
            listed.destructive());
  }

  ListedTool listed() {
    return listed;
  }

  @Override
  public ToolDescriptor descriptor() {
    return descriptor;
  }

  /** Servers have no idempotency keys. */
  @Override
  public RetryClass retryClass() {
    return listed.repeatable() ? RetryClass.SAFE : RetryClass.NEVER;
  }

  @Override
  public Optional<Duration> timeLimit() {
    return Optional.of(Duration.ofMillis(server.spec().maxTimeoutMs()).plus(LATER));
  }

  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context)
      throws ToolException, InterruptedException {
    return ToolOutput.of(server.call(this, arguments, context));
  }
}
