/**
 * The arguments of plugin parts: the run, its state, the sections of the agent's document, a
 * summary at the end, and an emitter of events.
 */
package io.awaken.core.plugin.context;
