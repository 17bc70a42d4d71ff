/**
 * Tool calls of a run: checks, hooks and gates, questions and decisions, execution on threads of
 * the node, and results. Also calls of tools that belong to no run.
 */
package io.awaken.core.loop.call;
