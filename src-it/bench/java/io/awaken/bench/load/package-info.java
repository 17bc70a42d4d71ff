/**
 * Load on the server: requests and their event streams over plain sockets, all on one thread, so
 * that measuring takes little from the two cores that are measured. Times are those of {@link
 * System#nanoTime}.
 */
package io.awaken.bench.load;
