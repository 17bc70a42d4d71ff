/**
 * Writes the events of a run as the UI message stream of the AI SDK, versions 6 and 7: one state
 * machine per reader, rebuilt from the log when a reader reconnects.
 */
package io.awaken.protocol.aisdk.stream;
