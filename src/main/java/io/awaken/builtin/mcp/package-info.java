/**
 * MCP servers as one source of tools: sessions of both protocol eras, tool lists, calls, results
 * and trust. Plain Java on public extension points; {@link io.awaken.builtin.mcp.McpServers} is the
 * entry point.
 */
package io.awaken.builtin.mcp;
