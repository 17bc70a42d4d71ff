/**
 * Ids of tool calls in one form, whatever the providers call them. That ids are unique in a thread
 * is guaranteed without this package; it only makes them readable and alike.
 */
package io.awaken.builtin.callids;
