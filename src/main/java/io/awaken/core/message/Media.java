package io.awaken.core.message;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.text.WholeText;

/**
 * An image, audio, video or document. One of {@code data}, {@code media_id} and {@code url} locates
 * its bytes: in the block, stored beside the messages of the thread, or on the web. Created by
 * {@link MediaKind}; the first one given wins.
 */
public sealed interface Media extends ContentBlock
    permits ImageBlock, AudioBlock, VideoBlock, DocumentBlock {

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
}
