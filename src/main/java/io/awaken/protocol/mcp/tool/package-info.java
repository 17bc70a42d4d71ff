/** Tools that MCP clients call without an agent: listing them for a caller, and executing calls. */
package io.awaken.protocol.mcp.tool;
