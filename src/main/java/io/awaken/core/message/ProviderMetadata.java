package io.awaken.core.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What providers attached to a block, a call or a message and want to read back: an object with
 * opaque JSON by provider key. Nothing of it is interpreted here.
 */
final class ProviderMetadata {

  private ProviderMetadata() {}

  /** Null stands for nothing, so that nothing is written of it. */
  static ObjectNode orNull(ObjectNode metadata) {
    return metadata == null || metadata.isEmpty() ? null : metadata;
  }

  /** What one provider may see of it: the very same when there is nothing else. */
  static ObjectNode of(String provider, ObjectNode metadata) {
    if (metadata == null) {
      return null;
    }
    JsonNode own = provider == null ? null : metadata.get(provider);
    if (own == null) {
      return null;
    }
    return metadata.size() == 1
        ? metadata
        : JsonNodeFactory.instance.objectNode().set(provider, own);
  }
}
