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
import io.awaken.provider.http.MediaSource;
import io.awaken.provider.http.PlainText;
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
    switch (media) {
      case ImageBlock image -> image(message, index, image);
      case DocumentBlock document -> document(message, index, document);
      case AudioBlock audio -> throw source.refused(message, index, "takes no audio");
      case VideoBlock video -> throw source.refused(message, index, "takes no video");
    }
  }

  private void image(Message message, int index, ImageBlock image)
      throws IOException, InferenceException {
    byte[] bytes = source.bytes(image);
    if (bytes != null && (image.mediaType() == null || !IMAGES.contains(image.mediaType()))) {
      throw source.refused(message, index, "takes images as JPEG, PNG, GIF or WebP only");
    }
    block("image", image, bytes);
  }

  private void document(Message message, int index, DocumentBlock document)
      throws IOException, InferenceException {
    String type = document.mediaType() == null ? "" : document.mediaType();
    byte[] bytes = source.bytes(document);
    if (bytes != null && DocumentBlock.isText(type)) {
      json.writeStartObject();
      json.writeStringField("type", "text");
      json.writeStringField("text", PlainText.of(document, bytes));
      return;
    }
    // The provider checks a URL without a type.
    if (!type.equals(PDF) && (bytes != null || !type.isEmpty())) {
      throw source.refused(
          message,
          index,
          bytes == null ? "takes PDF only by its URL" : "takes documents as PDF or text only");
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
