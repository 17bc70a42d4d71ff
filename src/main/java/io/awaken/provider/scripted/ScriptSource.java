package io.awaken.provider.scripted;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads a script's document from the path in a provider's document. */
@FunctionalInterface
public interface ScriptSource {

  /**
   * @param path as the provider's document gives it
   * @throws IllegalArgumentException with the reason when it cannot be read
   */
  JsonNode read(String path);
}
