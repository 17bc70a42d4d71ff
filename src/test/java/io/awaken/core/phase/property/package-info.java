/**
 * Random sets of hooks, actions and effects, run by the engine and by a reference model that is
 * written from the specification alone: both must do the same.
 */
package io.awaken.core.phase.property;
