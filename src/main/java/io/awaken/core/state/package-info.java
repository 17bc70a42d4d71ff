/**
 * Typed state under snapshot isolation: keys, immutable snapshots, batches of mutations and the
 * store that applies them; commands of hooks and tools, with the actions they schedule and the
 * effects they emit. Values that outlive a thread are in {@link io.awaken.core.state.profile}.
 */
package io.awaken.core.state;
