/**
 * Subscriptions of MCP clients: what they want to hear of, and the notices. Since 2026-07-28 a
 * subscription lives as long as its stream and is stored nowhere; those of sessions, until
 * 2025-11-25, are stored.
 */
package io.awaken.protocol.mcp.listen;
