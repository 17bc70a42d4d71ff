/**
 * What the memory stores pass to a keeper: a thread after a change, and which of its messages are
 * current.
 */
package io.awaken.store.memory.keep;
