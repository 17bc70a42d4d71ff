/**
 * Lets the model start work that outlives its turn: background tasks of the thread, with tools that
 * start, list, cancel and message them.
 */
package io.awaken.builtin.tasks;
