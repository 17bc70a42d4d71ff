/**
 * The one place that builds HTTP clients: connect and idle timeouts, no redirects, size limits,
 * addresses told without their secrets, and the reading of event streams. Knows nothing of what is
 * sent or asked; adapters and tool sources stand on it.
 */
package io.awaken.core.outbound;
