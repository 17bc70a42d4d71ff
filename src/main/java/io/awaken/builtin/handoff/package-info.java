/**
 * Lets an agent hand its conversation over: to a variant of itself or to another agent, within the
 * same run and thread. Who goes on is state; the runtime resolves the agent anew at its next step.
 */
package io.awaken.builtin.handoff;
