package io.awaken.protocol.mcp;

import java.time.Duration;

/**
 * How the MCP server is set.
 *
 * @param sessionLifetime after which a client with a session has to begin anew
 */
public record McpSettings(Duration sessionLifetime) {}
