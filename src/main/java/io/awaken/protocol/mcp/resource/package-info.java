/**
 * Resources and prompts of MCP: documents, and the threads and runs of a caller. Access rules are
 * those of the native API.
 */
package io.awaken.protocol.mcp.resource;
