/**
 * The events of a run in AG-UI 1.0 and 0.0.59: a stateful encoder per reader, and messages in the
 * protocol's format (features row 240).
 */
package io.awaken.protocol.agui.event;
