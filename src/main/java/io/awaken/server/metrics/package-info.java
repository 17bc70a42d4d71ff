/**
 * Figures of the server in Prometheus text form at {@code GET /metrics}. Counted from events and
 * gauges; nothing in the core knows of it.
 */
package io.awaken.server.metrics;
