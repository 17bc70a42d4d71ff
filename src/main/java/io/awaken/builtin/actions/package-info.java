/** Does the actions that the runtime itself offers; part of every agent. */
package io.awaken.builtin.actions;
