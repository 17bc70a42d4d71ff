package io.awaken.core.message;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A video. {@link Media} documents its fields. Immutable. */
public record VideoBlock(
    String mediaType,
    MediaBytes data,
    String url,
    String mediaId,
    Long size,
    String name,
    ObjectNode providerMetadata)
    implements Media {

  public VideoBlock {
    providerMetadata = ProviderMetadata.orNull(providerMetadata);
  }

  @Override
  public MediaKind kind() {
    return MediaKind.VIDEO;
  }
}
