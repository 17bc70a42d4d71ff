/**
 * One activation of a run, from its claim through steps of inference and tool calls to its ending
 * or hand-over. Blocking code on the run's thread. Decisions depend on committed data only, so any
 * node can continue where another stopped.
 */
package io.awaken.core.loop;
