/**
 * Calls in MCP: those of agents, which are runs whose streams contain the questions, and those of
 * tools without a run. The output of a run depends on the event log alone, so every node can resume
 * its stream.
 */
package io.awaken.protocol.mcp.call;
