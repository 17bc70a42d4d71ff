package io.awaken.provider.scripted;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads a script's document from where a provider says it lies. */
@FunctionalInterface
public interface ScriptSource {

  /**
   * @param path as the provider's document gives it
   * @throws IllegalArgumentException saying why it cannot be read
   */
  JsonNode read(String path);
}
