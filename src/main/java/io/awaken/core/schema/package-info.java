/**
 * JSON schemas that others write, and the form that the last answer of a run must have: whether a
 * document is a schema, and whether an answer fits it.
 */
package io.awaken.core.schema;
