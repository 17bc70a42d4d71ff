/**
 * JSON and YAML files become trees, read strictly and within bounds. Each field keeps its place in
 * the file, so that every problem found later names line and column.
 */
package io.awaken.server.documents.syntax;
