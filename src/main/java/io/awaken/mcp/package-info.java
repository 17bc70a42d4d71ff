/**
 * The vocabulary of the Model Context Protocol that a server and a client share: JSON-RPC messages,
 * error codes, revisions, the names of headers and of metadata. No transport, no state.
 */
package io.awaken.mcp;
