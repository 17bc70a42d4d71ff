/**
 * Tokens for MCP servers over HTTP: discovers the authorization server, obtains tokens by OAuth
 * 2.1, stores them, and adds them to requests (features rows 1140-1149).
 */
package io.awaken.oauth;
