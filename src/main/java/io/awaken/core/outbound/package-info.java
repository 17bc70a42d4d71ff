/**
 * The one place that makes outbound connections: name look-up, sockets and TLS, a pool, limits of
 * time and size, and the reading of streams of events and lines. Redirects are not followed, and
 * addresses are told without their secrets. Apache HttpCore reads and writes the messages. {@link
 * io.awaken.core.outbound.GuardedHttp} is for addresses that others than the operator chose. Knows
 * nothing of what is sent or asked; adapters and tool sources stand on it.
 */
package io.awaken.core.outbound;
