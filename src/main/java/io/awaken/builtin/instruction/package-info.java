/**
 * One instruction that every model request of a runtime begins with, whatever its agent says. What
 * a single agent is told stands in its document and is not known here.
 */
package io.awaken.builtin.instruction;
