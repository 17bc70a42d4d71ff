package io.awaken.core.message;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A file to be read, such as a PDF or a text. {@link Media} says what its fields are. Immutable.
 */
public record DocumentBlock(
    String mediaType,
    MediaBytes data,
    String url,
    String mediaId,
    Long size,
    String name,
    ObjectNode providerMetadata)
    implements Media {

  public DocumentBlock {
    providerMetadata = ProviderMetadata.orNull(providerMetadata);
  }

  @Override
  public MediaKind kind() {
    return MediaKind.DOCUMENT;
  }
}
