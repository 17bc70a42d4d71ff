/** Runs the phases of a run: the one place where a run passes its boundaries. */
package io.awaken.core.phase;
