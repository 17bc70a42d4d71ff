/**
 * The phases of a run and the points at which something can be added to it, each one narrow
 * interface.
 */
package io.awaken.core.plugin;
