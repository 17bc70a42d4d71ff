/**
 * Subscriptions of MCP clients since 2026-07-28: what they want to hear of, and the notices. A
 * subscription lives as long as its stream and is stored nowhere.
 */
package io.awaken.protocol.mcp.listen;
