/**
 * Shared parts of streams: items, encoders, frame formats, limits, threads and pending responses.
 * {@link io.awaken.http.stream.live} publishes live events, {@link io.awaken.http.stream.read}
 * replays the log and joins the live tail, {@link io.awaken.http.stream.write} writes frames to a
 * response, and {@link io.awaken.http.stream.open} combines them.
 */
package io.awaken.http.stream;
