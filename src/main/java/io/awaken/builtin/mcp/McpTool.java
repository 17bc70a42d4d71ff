package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.text.CanonicalHash;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolException;
import io.awaken.core.tool.ToolOutput;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

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

  /**
   * The ids of MCP tools: {@code mcp__{server}__{tool}}. Models allow 64 letters, digits, '_' and
   * '-'. In other names '_' replaces invalid characters and a hash is appended, so that ids are
   * unique within a server and stable.
   */
  static final class ToolIds {

    private static final int MAX = 64;
    private static final int HASH = 10;
    private static final Pattern FITS = Pattern.compile("[A-Za-z0-9_-]+");

    /** The suffix of a replaced name; original names that look like this are replaced, too. */
    private static final Pattern WRITTEN = Pattern.compile(".*_[0-9a-f]{" + HASH + "}");

    private ToolIds() {}

    static String of(String server, String tool) {
      return fitting(McpServerSpec.prefix(server), tool);
    }

    /** The name under which a server's own tool is offered to the model that it asks. */
    static String sampled(String tool) {
      return fitting("", tool);
    }

    private static String fitting(String prefix, String tool) {
      boolean plain =
          FITS.matcher(tool).matches()
              && !WRITTEN.matcher(tool).matches()
              && prefix.length() + tool.length() <= MAX;
      return prefix + (plain ? tool : written(tool, MAX - prefix.length()));
    }

    private static String written(String tool, int room) {
      String hash = "_" + CanonicalHash.ofText(tool).substring(0, HASH);
      String begin = tool.replaceAll("[^A-Za-z0-9_-]", "_");
      return begin.substring(0, Math.min(begin.length(), room - hash.length())) + hash;
    }
  }
}
