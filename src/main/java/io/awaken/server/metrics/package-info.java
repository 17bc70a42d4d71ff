/**
 * Figures of the server in Prometheus text form at {@code GET /metrics} (features section 3.3).
 * Counted from events and gauges; nothing in the core knows of it.
 */
package io.awaken.server.metrics;
