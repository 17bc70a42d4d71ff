/**
 * What a plugin can be called for: one narrow interface for each point of a run, with what it
 * returns. A plugin registers implementations with {@link io.awaken.core.plugin.PluginRegistrar};
 * the phases and the loop call them.
 */
package io.awaken.core.plugin.hook;
