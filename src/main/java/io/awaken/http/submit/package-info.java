/**
 * What every protocol needs to serve runs, in no protocol's words: accepting requests, steering,
 * decisions, cancellation, attaching readers, waiting for a run, and refusals as data. Threads and
 * their media are in {@link io.awaken.http.submit.thread}. The native API and each protocol are
 * users of these packages and do not see each other.
 */
package io.awaken.http.submit;
