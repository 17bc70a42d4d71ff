/**
 * What every protocol needs to serve runs, in no protocol's words: accepting requests, steering,
 * decisions, cancellation, attaching readers, waiting for a run, changing and deleting threads,
 * their media, and refusals as data. The native API and each protocol are users of this package and
 * do not see each other.
 */
package io.awaken.http.submit;
