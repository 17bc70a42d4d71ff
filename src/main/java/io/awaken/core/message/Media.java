package io.awaken.core.message;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.text.WholeText;

/**
 * An image, audio, video or document. One of {@code data}, {@code media_id} and {@code url} locates
 * its bytes: in the block, stored beside the messages of the thread, or on the web. Created by
 * {@link MediaKind}; the first one given wins.
 */
public sealed interface Media extends ContentBlock {

  /** Such as {@code image/png}; null only for a URL of unknown type. */
  String mediaType();

  /** The bytes themselves; null for a reference. */
  MediaBytes data();

  /** Where a provider may fetch it; null otherwise. */
  String url();

  /** Its id among the stored media of its thread; null otherwise. */
  String mediaId();

  /** Size of stored media in bytes; null otherwise. */
  Long size();

  /** A file name for people and models; may be null. */
  String name();

  @Override
  default Media with(ObjectNode metadata) {
    return kind().make(mediaType(), data(), url(), mediaId(), size(), name(), metadata);
  }

  @Override
  default Media whole() {
    return kind()
        .make(
            WholeText.of(mediaType()),
            data(),
            WholeText.of(url()),
            WholeText.of(mediaId()),
            size(),
            WholeText.of(name()),
            providerMetadata());
  }

  /** Its kind. */
  MediaKind kind();

  /** A copy with this media type. */
  default Media of(String type) {
    return kind().make(type, data(), url(), mediaId(), size(), name(), providerMetadata());
  }

  /** A copy that refers to stored bytes. */
  default Media stored(MediaContent content) {
    return kind()
        .make(mediaType(), null, null, content.id(), content.size(), name(), providerMetadata());
  }

  /** The minimum bytes that it adds to a request: its own, or the stored ones. */
  default long length() {
    if (data() != null) {
      return data().length();
    }
    return size() == null ? 0 : size();
  }

  /** Audio. {@link Media} documents its fields. Immutable. */
  record AudioBlock(
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

  /** An image. {@link Media} documents its fields. Immutable. */
  record ImageBlock(
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

  /** A video. {@link Media} documents its fields. Immutable. */
  record VideoBlock(
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

  /** A document, such as a PDF or a text. {@link Media} documents its fields. Immutable. */
  record DocumentBlock(
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
}
