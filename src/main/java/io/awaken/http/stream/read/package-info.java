/**
 * Readers of a run or of a whole thread: they replay the log and join the live tail without gap or
 * duplicate, and wait for the end of a run. Encoding is left to protocols.
 */
package io.awaken.http.stream.read;
