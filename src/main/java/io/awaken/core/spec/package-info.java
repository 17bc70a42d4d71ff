/**
 * Agents, models and providers as data: plain records that are read from JSON or YAML documents
 * (features rows 9-22), and the settings of model calls (rows 100-102). {@code core.agent}
 * interprets them.
 */
package io.awaken.core.spec;
