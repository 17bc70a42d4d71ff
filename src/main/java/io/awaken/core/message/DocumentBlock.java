package io.awaken.core.message;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A document, such as a PDF or a text. {@link Media} documents its fields. Immutable. */
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

  /** Whether its bytes are text, which every model accepts. */
  public boolean isText() {
    return isText(mediaType);
  }

  /** Whether the bytes of a document of this media type, which may be null, are text. */
  public static boolean isText(String mediaType) {
    return mediaType != null
        && (mediaType.startsWith("text/") || mediaType.equals("application/json"));
  }
}
