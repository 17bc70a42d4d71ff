/** Handles the actions of the runtime; part of every agent. */
package io.awaken.builtin.actions;
