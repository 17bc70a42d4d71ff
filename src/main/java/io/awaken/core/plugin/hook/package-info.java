/**
 * The hooks of a plugin: one narrow interface for each point of a run, with its result type. A
 * plugin registers implementations with {@link io.awaken.core.plugin.PluginRegistrar}; the phases
 * and the loop call them.
 */
package io.awaken.core.plugin.hook;
