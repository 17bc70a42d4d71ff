/**
 * Readers of a run or of a whole thread: they replay the log and join the live tail without gap or
 * duplicate, and wait for the end of a run. What they bring has no form yet; that is the encoder's.
 */
package io.awaken.http.stream.read;
