/**
 * Subscriptions of MCP clients and their notifications. Since 2026-07-28 a subscription lives as
 * long as its stream and is not stored; subscriptions of sessions, until 2025-11-25, are stored.
 */
package io.awaken.protocol.mcp.listen;
