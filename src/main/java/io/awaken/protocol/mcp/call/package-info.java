/**
 * Calls of agents as MCP knows them: the stream that answers one, and the questions within it. What
 * is written depends on the log alone, so that every node can go on with it.
 */
package io.awaken.protocol.mcp.call;
