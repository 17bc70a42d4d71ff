package io.awaken.builtin.mcp.oauth;

import io.awaken.core.run.RunId;

/**
 * Access that was granted.
 *
 * @param server the id of the MCP server
 * @param run that waited for it; null for none
 * @param call that waited; null for none
 */
public record Grant(String server, RunId run, String call) {}
