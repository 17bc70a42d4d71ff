/**
 * Resources of MCP: the threads and runs that a caller sees. Who sees what is decided as for the
 * native API.
 */
package io.awaken.protocol.mcp.resource;
