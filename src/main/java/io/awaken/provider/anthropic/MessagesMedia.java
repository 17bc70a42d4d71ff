package io.awaken.provider.anthropic;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.AudioBlock;
import io.awaken.core.message.DocumentBlock;
import io.awaken.core.message.ImageBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.VideoBlock;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.MediaSource;
import java.io.IOException;
import java.util.Set;

/**
 * Writes media: images and PDF as bytes or URL, text documents as text. The wire supports nothing
 * else. Bytes are encoded while they are written. For one request.
 */
final class MessagesMedia {

  private static final String PDF = "application/pdf";
  private static final Set<String> IMAGES =
      Set.of("image/jpeg", "image/png", "image/gif", "image/webp");

  private final JsonGenerator json;
  private final MediaSource source;

  MessagesMedia(JsonGenerator json, LlmRequest request) {
    this.json = json;
    this.source = new MediaSource("anthropic", request);
  }

  /** Writes a block and leaves it open. */
  void begin(Message message, int index, Media media) throws IOException, InferenceException {
    source.require(message, index, refuses(media));
    if (media instanceof DocumentBlock document) {
      document(document);
    } else {
      block("image", media, source.bytes(media));
    }
  }

  /** As {@link io.awaken.provider.http.ModelWire#refuses} says. */
  static String refuses(Media media) {
    return switch (media) {
      case ImageBlock image ->
          MediaSource.byUrl(image)
                  || image.mediaType() != null && IMAGES.contains(image.mediaType())
              ? null
              : "takes images as JPEG, PNG, GIF or WebP only";
      case DocumentBlock document -> refuses(document);
      case AudioBlock audio -> "takes no audio";
      case VideoBlock video -> "takes no video";
    };
  }

  private static String refuses(DocumentBlock document) {
    if (PDF.equals(document.mediaType())) {
      return null;
    }
    if (MediaSource.byUrl(document)) {
      // The provider checks a URL without a type.
      return document.mediaType() == null || document.mediaType().isEmpty()
          ? null
          : "takes PDF only by its URL";
    }
    return document.isText() ? null : "takes documents as PDF or text only";
  }

  private void document(DocumentBlock document) throws IOException, InferenceException {
    byte[] bytes = source.bytes(document);
    if (bytes != null && document.isText()) {
      json.writeStartObject();
      json.writeStringField("type", "text");
      json.writeStringField("text", ConversationText.of(document, bytes));
      return;
    }
    block("document", document, bytes);
    if (document.name() != null) {
      json.writeStringField("title", document.name());
    }
  }

  private void block(String type, Media media, byte[] bytes) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", type);
    json.writeObjectFieldStart("source");
    if (bytes == null) {
      json.writeStringField("type", "url");
      json.writeStringField("url", media.url());
    } else {
      json.writeStringField("type", "base64");
      json.writeStringField("media_type", media.mediaType());
      json.writeFieldName("data");
      json.writeBinary(bytes);
    }
    json.writeEndObject();
  }
}
