/**
 * Load generator: requests and event streams over plain sockets, all on one thread, so that it
 * takes little time from the two cores that it shares with the server. Times are those of {@link
 * System#nanoTime}.
 */
package io.awaken.bench.load;
