/**
 * Parses JSON and YAML files strictly and within limits. Each field has its position, so that later
 * problems name line and column.
 */
package io.awaken.config.syntax;
