package io.awaken.builtin.mcp.oauth;

import io.awaken.core.run.RunId;

/**
 * A grant of access.
 *
 * @param server the id of the MCP server
 * @param run the run that waited for it; null for none
 * @param call the call that waited for it; null for none
 */
public record Grant(String server, RunId run, String call) {}
