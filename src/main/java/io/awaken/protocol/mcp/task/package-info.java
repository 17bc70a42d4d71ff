/**
 * Tasks of MCP, of 2025-11-25 and of the extension since 2026-07-28. A task is a view of a durable
 * run; nothing more is stored.
 */
package io.awaken.protocol.mcp.task;
