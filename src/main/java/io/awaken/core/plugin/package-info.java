/**
 * The one plugin model: a {@link io.awaken.core.plugin.Plugin} registers its parts with a {@link
 * io.awaken.core.plugin.PluginRegistrar}, each at an {@link io.awaken.core.plugin.ExtensionPoint}
 * with one narrow interface of {@link io.awaken.core.plugin.hook}. The result is an immutable
 * {@link io.awaken.core.plugin.ExecutionEnv} for each resolved agent. Other packages call the
 * parts.
 */
package io.awaken.core.plugin;
