/**
 * A request of an MCP client, with what is known of the client, and answers that are no streams.
 * What a method does with a request stands elsewhere.
 */
package io.awaken.protocol.mcp.request;
