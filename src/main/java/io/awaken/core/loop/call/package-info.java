/**
 * Tool calls of a run: checks, hooks and gates, questions and decisions, execution and results.
 * Also tool calls outside of runs.
 */
package io.awaken.core.loop.call;
