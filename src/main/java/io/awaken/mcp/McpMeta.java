package io.awaken.mcp;

/** Names within {@code _meta}. */
public final class McpMeta {

  /** The field of parameters and results that holds the metadata. */
  public static final String FIELD = "_meta";

  /** The revision that a request follows; since 2026-07-28. */
  public static final String VERSION = "io.modelcontextprotocol/protocolVersion";

  /** What the client can do, in every request; since 2026-07-28. */
  public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

  /** Which program asks; since 2026-07-28. */
  public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

  /** Which program answers; since 2026-07-28. */
  public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

  /** The subscription that a notification belongs to; since 2026-07-28. */
  public static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  /** The least important messages for the client's log; since 2026-07-28. */
  public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";

  /** Under which progress is told. */
  public static final String PROGRESS_TOKEN = "progressToken";

  /** The name of the tasks extension among capabilities. */
  public static final String TASKS = "io.modelcontextprotocol/tasks";

  private McpMeta() {}
}
