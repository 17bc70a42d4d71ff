package io.awaken.protocol.mcp;

import java.time.Duration;

/**
 * Settings of the MCP server.
 *
 * @param sessionLifetime after which a client must start a new session
 */
public record McpSettings(Duration sessionLifetime) {}
