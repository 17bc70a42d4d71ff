/**
 * Figures of the server in Prometheus text form at {@code GET /metrics}. Counted from events and
 * gauges; the core does not depend on it.
 */
package io.awaken.server.metrics;
