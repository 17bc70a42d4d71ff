package io.awaken.config;

import java.util.Optional;

/** Finds a configured value by its name: an environment variable or a configuration property. */
@FunctionalInterface
public interface Lookup {

  /** The value, empty when there is none. */
  Optional<String> find(String name);

  /** The value unless it is missing or blank. */
  default Optional<String> nonBlank(String name) {
    return find(name).filter(value -> !value.isBlank());
  }
}
