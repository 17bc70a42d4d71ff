/**
 * How messages of the Model Context Protocol get to a server and back: over Streamable HTTP and
 * over the standard streams of a process. Everything that comes from a server is bounded in bytes,
 * number and time. Plain Java; threads and pauses come in.
 */
package io.awaken.builtin.mcp.transport;
