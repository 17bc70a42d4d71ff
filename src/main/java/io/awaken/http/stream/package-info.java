/**
 * From the run to the reader's socket: the hub that hands events out while they happen, the reader
 * that replays the log and joins the live tail without gap or duplicate, and the writer that is
 * pulled by the container and holds no thread. Protocols bring an encoding; how their frames look
 * is not known here.
 */
package io.awaken.http.stream;
