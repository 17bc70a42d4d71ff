/** One instruction at the start of every model request of a runtime, before those of the agents. */
package io.awaken.builtin.instruction;
