/**
 * Compares calls of a retryable tool on this MCP server with the same tool on the official Java
 * SDK, with the same application server and settings. Run with {@code mvn -f src-it -Pbench-mcp}.
 */
package io.awaken.bench.mcp;
