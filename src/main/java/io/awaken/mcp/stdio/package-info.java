/**
 * The launcher for MCP clients that only support stdio: a bridge to a running server. It is packed
 * into a small archive of its own, {@code awaken-mcp-stdio.jar}, and therefore uses only the JDK,
 * {@link io.awaken.mcp.McpHeaders} and {@link io.awaken.mcp.McpMeta}.
 */
package io.awaken.mcp.stdio;
