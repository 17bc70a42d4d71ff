/**
 * The one place that makes outbound connections: name resolution, sockets and TLS, a pool, limits
 * of time and size, and the reading of streams of events and lines. Redirects are not followed, and
 * addresses are reported without their secrets. Apache HttpCore reads and writes the messages.
 * {@link io.awaken.core.outbound.GuardedHttp} is for addresses that others than the operator chose.
 * Independent of the content; adapters and tool sources use it.
 */
package io.awaken.core.outbound;
