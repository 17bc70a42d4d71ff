/**
 * Limits the load of a server's requests: how many are processed or wait for a place, and size and
 * arrival time of their bodies. Limits of submits are in {@link io.awaken.http.security}, of
 * streams in {@link io.awaken.http.stream}.
 */
package io.awaken.http.security.load;
