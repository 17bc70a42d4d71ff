/**
 * JSON schemas of clients, agents and MCP servers, and the response format of a run: whether a
 * document is a schema, and whether an answer satisfies it.
 */
package io.awaken.core.schema;
