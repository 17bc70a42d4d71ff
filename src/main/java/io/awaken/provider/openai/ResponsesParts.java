package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Media.ImageBlock;
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
        case Media block -> {
          media.require(message, i, refuses(block));
          if (block instanceof DocumentBlock document) {
            document(document);
          } else {
            image(block);
          }
        }
        case ContentBlock block -> text(ConversationText.of(block));
      }
    }
    json.writeEndArray();
  }

  /** As {@link io.awaken.provider.http.ModelWire#refuses} says. */
  static String refuses(Media block) {
    if (!(block instanceof ImageBlock || block instanceof DocumentBlock)) {
      return "takes no " + block.kind().wire();
    }
    if (MediaSource.byUrl(block)) {
      return null;
    }
    String type = MediaSource.refusesType(block);
    boolean other =
        type == null
            && block instanceof DocumentBlock document
            && !document.isText()
            && !document.mediaType().equals("application/pdf");
    return other ? "takes documents as PDF or text only" : type;
  }

  private void image(Media image) throws IOException, InferenceException {
    byte[] bytes = media.bytes(image);
    json.writeStartObject();
    json.writeStringField("type", "input_image");
    json.writeStringField("detail", "auto");
    json.writeFieldName("image_url");
    if (bytes == null) {
      json.writeString(image.url());
    } else {
      MediaSource.dataUrl(json, image.mediaType(), bytes);
    }
    json.writeEndObject();
  }

  private void document(DocumentBlock document) throws IOException, InferenceException {
    byte[] bytes = media.bytes(document);
    if (bytes == null) {
      json.writeStartObject();
      json.writeStringField("type", "input_file");
      json.writeStringField("file_url", document.url());
      json.writeEndObject();
      return;
    }
    String text = media.text(document);
    if (text != null) {
      text(text);
      return;
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
