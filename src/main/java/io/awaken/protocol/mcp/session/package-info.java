/**
 * What the MCP server remembers of clients from one request to the next, until 2025-11-25 in their
 * sessions: signed texts that clients carry, and levels of their logs.
 */
package io.awaken.protocol.mcp.session;
