/**
 * Requests of MCP clients with the capabilities of their clients, and answers that are not
 * streamed.
 */
package io.awaken.protocol.mcp.request;
