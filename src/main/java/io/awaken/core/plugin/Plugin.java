package io.awaken.core.plugin;

/**
 * Extends the runtime (features rows 73-83). One instance serves all runs and is thread-safe; data
 * of a run that is needed in a later hook is stored under state keys.
 */
public interface Plugin extends AutoCloseable {

  PluginDescriptor descriptor();

  /**
   * Registers every part of the plugin. Called once, before any run.
   *
   * @throws RuntimeException to refuse; the runtime then does not start with this plugin
   */
  void register(PluginRegistrar registrar);

  /** Releases the plugin's resources; plugins are closed in reverse order of their registration. */
  @Override
  default void close() {}
}
