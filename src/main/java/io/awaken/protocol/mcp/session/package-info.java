/** State of MCP clients between requests: signed texts that clients carry, and log levels. */
package io.awaken.protocol.mcp.session;
