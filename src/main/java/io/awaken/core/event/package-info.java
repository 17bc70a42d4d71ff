/**
 * What a run tells the world: sealed events, the cursor that addresses them, the sink that takes
 * them live, and the segments that keep them. Every protocol encodes these events; none is known
 * here.
 */
package io.awaken.core.event;
