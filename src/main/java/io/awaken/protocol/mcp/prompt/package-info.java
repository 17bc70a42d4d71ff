/** Prompts of MCP: document templates, filled in with the client's arguments. */
package io.awaken.protocol.mcp.prompt;
