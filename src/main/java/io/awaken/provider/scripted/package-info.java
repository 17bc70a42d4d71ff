/**
 * Models that need no network: one that plays a script, for tests, demos and load tests, and the
 * built-in demo model that answers when no provider is configured. Both stream like a real model
 * and are stateless, so that concurrent runs and restarts get equal answers.
 */
package io.awaken.provider.scripted;
