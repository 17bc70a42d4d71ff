/**
 * The events of a run: the sealed types, the cursor that addresses them, the sink that receives
 * them live, and the segments that store them. Every protocol encodes these events; this package is
 * independent of protocols.
 */
package io.awaken.core.event;
