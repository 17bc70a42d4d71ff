/**
 * Tools that MCP clients call without an agent: which there are for a caller, what a call of one
 * is, and how it is executed.
 */
package io.awaken.protocol.mcp.tool;
