/**
 * What the stores in memory hand to whatever keeps threads beyond the process: a thread as it
 * stands after a change, and which of its messages are current.
 */
package io.awaken.store.memory.keep;
