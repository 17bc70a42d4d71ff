package io.awaken.mcp;

/** Names of fields in {@code _meta}. */
public final class McpMeta {

  /** The field of parameters and results with the metadata. */
  public static final String FIELD = "_meta";

  /** The revision of a request; since 2026-07-28. */
  public static final String VERSION = "io.modelcontextprotocol/protocolVersion";

  /** The client's capabilities, in every request; since 2026-07-28. */
  public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

  /** The client's name and version; since 2026-07-28. */
  public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

  /** The server's name and version; since 2026-07-28. */
  public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

  /** The subscription of a notification; since 2026-07-28. */
  public static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  /** The lowest level of log messages that the client receives; since 2026-07-28. */
  public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";

  /** Correlates progress notifications with their request. */
  public static final String PROGRESS_TOKEN = "progressToken";

  /** The name of the tasks extension among capabilities. */
  public static final String TASKS = "io.modelcontextprotocol/tasks";

  private McpMeta() {}
}
