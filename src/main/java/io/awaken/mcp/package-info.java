/**
 * What MCP server and client share: JSON-RPC messages, error codes, revisions, names of headers and
 * metadata. No transport, no state.
 */
package io.awaken.mcp;
