/** Cursors of paged lists for MCP clients. */
package io.awaken.protocol.mcp.page;
