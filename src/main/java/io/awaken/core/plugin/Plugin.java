package io.awaken.core.plugin;

/**
 * Something that extends the runtime (features rows 73-83). One instance serves all runs and is
 * thread-safe; what it must remember between two hooks of a run belongs into state keys.
 */
public interface Plugin extends AutoCloseable {

  PluginDescriptor descriptor();

  /**
   * Registers every part of the plugin. Called once, before any run.
   *
   * @throws RuntimeException to refuse; the runtime then does not start with this plugin
   */
  void register(PluginRegistrar registrar);

  /** Frees what the plugin holds; plugins are closed in reverse order of their registration. */
  @Override
  default void close() {}
}
