/**
 * What a stream consists of, as protocols and readers share it: items, encoders, formats of frames,
 * limits, threads and pending responses. {@link io.awaken.http.stream.live} hands events out while
 * they happen, {@link io.awaken.http.stream.read} replays the log and joins the live tail, {@link
 * io.awaken.http.stream.write} writes frames to a response, and {@link io.awaken.http.stream.open}
 * puts these together.
 */
package io.awaken.http.stream;
