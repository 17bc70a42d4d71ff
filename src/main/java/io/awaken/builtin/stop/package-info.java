/**
 * Stops runs that went far enough: policies over what a run has done so far, declared in an agent's
 * document or written in code, evaluated after every model call. A stop is an ending that the run
 * takes at its next boundary; the calls of its step have their results by then.
 */
package io.awaken.builtin.stop;
