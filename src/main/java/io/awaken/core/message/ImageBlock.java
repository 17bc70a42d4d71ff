package io.awaken.core.message;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** An image. {@link Media} documents its fields. Immutable. */
public record ImageBlock(
    String mediaType,
    MediaBytes data,
    String url,
    String mediaId,
    Long size,
    String name,
    ObjectNode providerMetadata)
    implements Media {

  public ImageBlock {
    providerMetadata = ProviderMetadata.orNull(providerMetadata);
  }

  @Override
  public MediaKind kind() {
    return MediaKind.IMAGE;
  }
}
