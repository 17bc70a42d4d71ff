/**
 * Lets an agent hand its conversation over: to a variant of itself or to another agent, within the
 * same run and thread. The active agent is state; the runtime resolves it at its next step.
 */
package io.awaken.builtin.handoff;
