/**
 * Serves runs for every protocol: accepting requests, steering, decisions, cancellation, streaming,
 * waiting for a run, and refusals as data. Threads and their media are in {@link
 * io.awaken.http.submit.thread}. The native API and the protocols use these packages and do not see
 * each other.
 */
package io.awaken.http.submit;
