/**
 * One activation of a run: from its claim through steps of inference and tool calls to its ending
 * or hand-over. Blocking code on the run's own thread. Every decision depends on committed data
 * alone, so that any node can continue where another stopped.
 */
package io.awaken.core.loop;
