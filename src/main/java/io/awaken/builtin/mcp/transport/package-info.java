/**
 * Transports of MCP messages: Streamable HTTP, the older event stream, and the standard streams of
 * a process. Everything from a server is bounded in bytes, number and time. Plain Java; threads and
 * pauses are injected.
 */
package io.awaken.builtin.mcp.transport;
