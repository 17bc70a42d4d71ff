/**
 * Resources of MCP: what documents say, and the threads and runs that a caller sees. Who sees which
 * of these is decided as for the native API.
 */
package io.awaken.protocol.mcp.resource;
