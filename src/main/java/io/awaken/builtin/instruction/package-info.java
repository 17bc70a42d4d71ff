/**
 * One instruction that every model request of a runtime begins with, whatever its agent says. What
 * a single agent needs is part of its own document.
 */
package io.awaken.builtin.instruction;
