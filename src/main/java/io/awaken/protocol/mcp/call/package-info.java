/**
 * Agent calls in MCP: the answering stream, and the questions within it. Output depends on the
 * event log alone, so every node can resume a stream.
 */
package io.awaken.protocol.mcp.call;
