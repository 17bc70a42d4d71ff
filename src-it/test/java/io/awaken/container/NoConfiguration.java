package io.awaken.container;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigBuilder;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.config.spi.Converter;

/** An empty configuration for code that reads one outside a server. */
final class NoConfiguration extends ConfigProviderResolver implements Config {

  @Override
  public Config getConfig() {
    return this;
  }

  @Override
  public Config getConfig(ClassLoader loader) {
    return this;
  }

  @Override
  public ConfigBuilder getBuilder() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void registerConfig(Config config, ClassLoader loader) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void releaseConfig(Config config) {
    // There is only this configuration.
  }

  @Override
  public <T> T getValue(String name, Class<T> type) {
    throw new NoSuchElementException(name);
  }

  @Override
  public ConfigValue getConfigValue(String name) {
    throw new NoSuchElementException(name);
  }

  @Override
  public <T> Optional<T> getOptionalValue(String name, Class<T> type) {
    return Optional.empty();
  }

  @Override
  public Iterable<String> getPropertyNames() {
    return List.of();
  }

  @Override
  public Iterable<ConfigSource> getConfigSources() {
    return List.of();
  }

  @Override
  public <T> Optional<Converter<T>> getConverter(Class<T> type) {
    return Optional.empty();
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    return type.cast(this);
  }
}
