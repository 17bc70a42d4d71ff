/**
 * JSON schemas of clients, agents and MCP servers, and the response format of a run: whether a
 * document is a schema, whether an answer satisfies it, and how schemas are simplified for model
 * providers.
 */
package io.awaken.core.schema;
