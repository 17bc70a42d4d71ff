package io.awaken.core.message;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Audio. {@link Media} documents its fields. Immutable. */
public record AudioBlock(
    String mediaType,
    MediaBytes data,
    String url,
    String mediaId,
    Long size,
    String name,
    ObjectNode providerMetadata)
    implements Media {

  public AudioBlock {
    providerMetadata = ProviderMetadata.orNull(providerMetadata);
  }

  @Override
  public MediaKind kind() {
    return MediaKind.AUDIO;
  }
}
