/**
 * All outbound connections: name resolution, sockets and TLS, a pool, limits of time and size, and
 * readers of event and line streams. Redirects are not followed, and addresses are reported without
 * secrets. Apache HttpCore reads and writes the messages. {@link
 * io.awaken.core.outbound.GuardedHttp} is for addresses that the operator did not choose.
 */
package io.awaken.core.outbound;
