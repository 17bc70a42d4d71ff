/**
 * The server's settings: one table of every {@code awaken.*} key with its default and limits, read
 * from MicroProfile Config and checked whole at start. Agents, models and providers are documents,
 * not settings.
 */
package io.awaken.server.settings;
