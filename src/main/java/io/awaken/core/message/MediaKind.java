package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
   * The kind of media of a type, as {@code image/png}, in whatever case; a document for a type of
   * no other kind, and for null.
   */
  public static MediaKind ofType(String mediaType) {
    return Stream.of(values())
        .filter(kind -> mediaType != null && kind.holds(mediaType))
        .findFirst()
        .orElse(DOCUMENT);
  }

  private boolean holds(String mediaType) {
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

  /** A block that refers to the web. */
  public Media at(String url, String mediaType, String name) {
    return make(mediaType, null, url, null, null, name, null);
  }

  /** A block that refers to bytes stored with the thread. */
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
