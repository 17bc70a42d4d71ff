package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.DocumentBlock;
import io.awaken.core.message.ImageBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.MediaSource;
import java.io.IOException;

/**
 * Writes content of messages and results other than text: images and PDF as bytes or URL, text
 * documents as text. The wire supports nothing else. For one request.
 */
final class ResponsesParts {

  private final JsonGenerator json;
  private final MediaSource media;

  ResponsesParts(JsonGenerator json, MediaSource media) {
    this.json = json;
    this.media = media;
  }

  /** The parts of a message, as an array. */
  void content(Message message) throws IOException, InferenceException {
    json.writeStartArray();
    for (int i = 0; i < message.content().size(); i++) {
      switch (message.content().get(i)) {
        case ContentBlock.Thinking thinking -> {
          // Not sent back.
        }
        case ImageBlock image -> image(message, i, image);
        case DocumentBlock document -> document(message, i, document);
        case Media other -> throw media.refused(message, i, "takes no " + other.kind().wire());
        case ContentBlock block -> text(ConversationText.of(block));
      }
    }
    json.writeEndArray();
  }

  private void image(Message message, int index, ImageBlock image)
      throws IOException, InferenceException {
    byte[] bytes = media.bytes(image);
    json.writeStartObject();
    json.writeStringField("type", "input_image");
    json.writeStringField("detail", "auto");
    json.writeFieldName("image_url");
    if (bytes == null) {
      json.writeString(image.url());
    } else {
      MediaSource.dataUrl(json, media.type(message, index, image), bytes);
    }
    json.writeEndObject();
  }

  private void document(Message message, int index, DocumentBlock document)
      throws IOException, InferenceException {
    byte[] bytes = media.bytes(document);
    if (bytes == null) {
      json.writeStartObject();
      json.writeStringField("type", "input_file");
      json.writeStringField("file_url", document.url());
      json.writeEndObject();
      return;
    }
    String text = media.text(message, index, document);
    if (text != null) {
      text(text);
      return;
    }
    if (!document.mediaType().equals("application/pdf")) {
      throw media.refused(message, index, "takes documents as PDF or text only");
    }
    json.writeStartObject();
    json.writeStringField("type", "input_file");
    json.writeStringField("filename", document.name() == null ? "document.pdf" : document.name());
    json.writeFieldName("file_data");
    MediaSource.dataUrl(json, document.mediaType(), bytes);
    json.writeEndObject();
  }

  private void text(String text) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "input_text");
    json.writeStringField("text", text);
    json.writeEndObject();
  }
}
