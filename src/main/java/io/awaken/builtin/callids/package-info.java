/**
 * Readable, uniform ids of tool calls for all providers. The runtime itself guarantees that ids are
 * unique in a thread.
 */
package io.awaken.builtin.callids;
