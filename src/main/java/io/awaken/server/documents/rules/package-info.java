/**
 * What must hold within one document beyond its form: required fields, ranges, addresses. What one
 * document says about another is checked after all are read.
 */
package io.awaken.server.documents.rules;
