package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Media.AudioBlock;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.Media.VideoBlock;
import java.util.Locale;
import java.util.stream.Stream;

/** The kinds of {@link Media}; each is the {@code type} of its block on the wire. */
public enum MediaKind {
  IMAGE(ImageBlock::new),
  AUDIO(AudioBlock::new),
  VIDEO(VideoBlock::new),
  DOCUMENT(DocumentBlock::new);

  private final Factory factory;

  MediaKind(Factory factory) {
    this.factory = factory;
  }

  /**
   * The kind of a media type such as {@code image/png}, in any case; a document for unknown types
   * and null.
   */
  public static MediaKind ofType(String mediaType) {
    return Stream.of(values())
        .filter(kind -> mediaType != null && kind.includes(mediaType))
        .findFirst()
        .orElse(DOCUMENT);
  }

  private boolean includes(String mediaType) {
    String family = wire() + "/";
    return mediaType.regionMatches(true, 0, family, 0, family.length());
  }

  /** The name on every wire and in storage: lower case. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A block with its bytes. */
  public Media of(String mediaType, byte[] bytes, String name) {
    return make(mediaType, new MediaBytes(bytes), null, null, null, name, null);
  }

  /** A block with a URL. */
  public Media at(String url, String mediaType, String name) {
    return make(mediaType, null, url, null, null, name, null);
  }

  /** A block that refers to stored media of the thread. */
  public Media stored(String mediaId, String mediaType, long size, String name) {
    return make(mediaType, null, null, mediaId, size, name, null);
  }

  Media make(
      String mediaType,
      MediaBytes data,
      String url,
      String mediaId,
      Long size,
      String name,
      ObjectNode metadata) {
    return factory.make(mediaType, data, url, mediaId, size, name, metadata);
  }

  private interface Factory {
    Media make(
        String mediaType,
        MediaBytes data,
        String url,
        String mediaId,
        Long size,
        String name,
        ObjectNode metadata);
  }
}
