/**
 * Writes the events of a run as the UI message stream of the AI SDK, versions 6 and 7: one state
 * machine for each reader, rebuilt from the log whenever a reader comes back.
 */
package io.awaken.protocol.aisdk.stream;
