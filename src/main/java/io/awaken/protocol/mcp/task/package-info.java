/**
 * Tasks of MCP, of 2025-11-25 and of the extension since 2026-07-28. A task is a durable run under
 * another name: nothing is stored for it.
 */
package io.awaken.protocol.mcp.task;
