/** Cursors of the lists that clients of MCP page through. */
package io.awaken.protocol.mcp.page;
