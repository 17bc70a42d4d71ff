/**
 * Calls of a tool of an MCP server that may be repeated, beside the same tool of the official Java
 * SDK on the same server and settings. Run with {@code mvn -Pbench-mcp}.
 */
package io.awaken.bench.mcp;
