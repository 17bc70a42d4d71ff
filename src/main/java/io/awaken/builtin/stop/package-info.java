/**
 * Stops runs that reach a limit: policies over a run's statistics, declared in an agent's document
 * or written in code, evaluated after every model call. The run ends at its next boundary, when the
 * calls of its step have their results.
 */
package io.awaken.builtin.stop;
