/**
 * The one plugin model: a {@link io.awaken.core.plugin.Plugin} registers its parts with a {@link
 * io.awaken.core.plugin.PluginRegistrar}, each at an {@link io.awaken.core.plugin.ExtensionPoint}
 * that is one narrow interface of {@link io.awaken.core.plugin.hook}. What is registered becomes an
 * immutable {@link io.awaken.core.plugin.ExecutionEnv} for each resolved agent. Calling the parts
 * is not done here.
 */
package io.awaken.core.plugin;
