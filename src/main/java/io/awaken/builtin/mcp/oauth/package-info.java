/**
 * Tokens for MCP servers over HTTP: finds the authorization server, gets tokens by OAuth 2.1, keeps
 * them, and adds them to requests (features rows 1140-1149).
 */
package io.awaken.builtin.mcp.oauth;
