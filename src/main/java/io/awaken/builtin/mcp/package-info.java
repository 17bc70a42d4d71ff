/**
 * Servers of tools that speak the Model Context Protocol as one source of tools: sessions of both
 * eras, the tools that they list, calls and what they bring, and which tools are trusted. Plain
 * Java on public extension points; {@link io.awaken.builtin.mcp.McpServers} is the way in.
 */
package io.awaken.builtin.mcp;
