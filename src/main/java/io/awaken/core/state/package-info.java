/**
 * Typed state under snapshot isolation: keys, immutable snapshots, batches of mutations and the
 * store that applies them; commands of hooks and tools, with the actions they schedule and the
 * effects they emit; keys of state that outlives a thread. What a run does with them is not known
 * here.
 */
package io.awaken.core.state;
