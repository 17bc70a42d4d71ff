/** Prompts of MCP: what documents say, filled in with what clients send. */
package io.awaken.protocol.mcp.prompt;
