/**
 * Clients of the chaos bed: each plays a story with one thread, reconnects when a connection
 * breaks, and records everything that it receives.
 */
package io.awaken.chaos.client;
