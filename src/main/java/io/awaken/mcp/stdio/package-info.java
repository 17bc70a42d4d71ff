/**
 * The launcher for clients of the Model Context Protocol that only speak to processes: a bridge
 * from standard input and output to a running server. It is packed into a small archive of its own,
 * {@code awaken-mcp-stdio.jar}, and therefore uses the JDK and {@link io.awaken.mcp.McpHeaders} and
 * {@link io.awaken.mcp.McpMeta}, and nothing else.
 */
package io.awaken.mcp.stdio;
