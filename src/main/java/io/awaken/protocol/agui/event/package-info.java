/**
 * The events of a run in the words of AG-UI 1.0 and 0.0.59: an encoder with state for each reader,
 * and messages in the format of the protocol (features row 240).
 */
package io.awaken.protocol.agui.event;
