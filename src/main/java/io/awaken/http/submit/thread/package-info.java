/**
 * Creates, changes and deletes threads and stores their media, for every protocol. Runs are
 * accepted and ended in {@link io.awaken.http.submit}.
 */
package io.awaken.http.submit.thread;
