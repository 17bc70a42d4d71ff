package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.tool.LogLevel;
import io.awaken.mcp.McpMeta;
import io.awaken.rpc.JsonRpcError;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Log levels of clients (features row 1267). A session that has set none on this node uses {@link
 * #USUAL}; the most recent settings are remembered. Thread-safe.
 */
public final class LogLevels {

  /** The default level. */
  static final LogLevel USUAL = LogLevel.INFO;

  /** Sessions whose level is remembered. */
  static final int MAX_SESSIONS = 10_000;

  private final Map<String, LogLevel> set =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, LogLevel> eldest) {
          return size() > MAX_SESSIONS;
        }
      };

  /** {@code logging/setLevel}. */
  public ObjectNode set(Invocation invocation) {
    LogLevel level = level(invocation.params().get("level"), "level");
    synchronized (set) {
      set.put(invocation.session(), level);
    }
    return JsonNodeFactory.instance.objectNode();
  }

  /** The level of a session. */
  public LogLevel of(String session) {
    synchronized (set) {
      return set.getOrDefault(session, USUAL);
    }
  }

  /**
   * The level of a request: that of its session, or since 2026-07-28 its own.
   *
   * @return null for no log messages
   * @throws McpFailure for an unknown level
   */
  public LogLevel of(Invocation invocation) {
    if (!invocation.version().modern()) {
      return of(invocation.session());
    }
    JsonNode level = invocation.params().path(McpMeta.FIELD).get(McpMeta.LOG_LEVEL);
    return level == null ? null : level(level, McpMeta.LOG_LEVEL);
  }

  private static LogLevel level(JsonNode level, String field) {
    return LogLevel.of(level == null ? "" : level.asText())
        .orElseThrow(
            () ->
                McpFailure.inBand(
                    JsonRpcError.INVALID_PARAMS,
                    field
                        + " must be debug, info, notice, warning, error, critical, alert or"
                        + " emergency"));
  }
}
