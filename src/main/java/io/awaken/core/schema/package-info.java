/**
 * JSON schemas of clients and agents, and the response format of a run: whether a document is a
 * schema, and whether an answer satisfies it.
 */
package io.awaken.core.schema;
