package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Media.AudioBlock;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.Media.VideoBlock;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.MediaSource;
import java.io.IOException;
import java.util.List;

/**
 * Writes message content other than text: images as bytes or URL, WAV and MP3 as audio, PDF as a
 * file, text documents as text. The wire supports nothing else. For one request.
 */
final class ChatParts {

  private final JsonGenerator json;
  private final MediaSource media;

  ChatParts(JsonGenerator json, MediaSource media) {
    this.json = json;
    this.media = media;
  }

  /** The parts of a user message, as an array. */
  void content(Message message) throws IOException, InferenceException {
    json.writeStartArray();
    for (int i = 0; i < message.content().size(); i++) {
      switch (message.content().get(i)) {
        case ContentBlock.Thinking thinking -> {
          // Not sent back.
        }
        case Media block -> media(message, i, block);
        case ContentBlock block -> text(ConversationText.of(block));
      }
    }
    json.writeEndArray();
  }

  /** The media of results, after them, since a result contains only text on this wire. */
  void mediaOf(List<Message> results) throws IOException, InferenceException {
    json.writeStartObject();
    json.writeStringField("role", "user");
    json.writeArrayFieldStart("content");
    for (Message result : results) {
      text("From the result of the tool call " + result.toolCallId() + ":");
      for (int i = 0; i < result.content().size(); i++) {
        if (result.content().get(i) instanceof Media block) {
          media(result, i, block);
        }
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void media(Message message, int index, Media block)
      throws IOException, InferenceException {
    media.require(message, index, refuses(block));
    switch (block) {
      case ImageBlock image -> image(image);
      case AudioBlock audio -> audio(audio);
      case DocumentBlock document -> document(document);
      case VideoBlock video -> throw new IllegalStateException("refused above");
    }
  }

  /** As {@link io.awaken.provider.http.ModelWire#refuses} says. */
  static String refuses(Media block) {
    if (block instanceof VideoBlock) {
      return "takes no video";
    }
    if (block instanceof ImageBlock && MediaSource.byUrl(block)) {
      return null;
    }
    String type = MediaSource.refusesType(block);
    if (type != null || block instanceof ImageBlock) {
      return type;
    }
    if (block instanceof AudioBlock && format(block.mediaType()) == null) {
      return "takes sound as WAV or MP3 only";
    }
    if (block instanceof DocumentBlock document
        && !document.isText()
        && !block.mediaType().equals("application/pdf")) {
      return "takes documents as PDF or text only";
    }
    return MediaSource.refusesUrl(block);
  }

  private static String format(String type) {
    return switch (type) {
      case "audio/wav", "audio/x-wav", "audio/wave" -> "wav";
      case "audio/mpeg", "audio/mp3" -> "mp3";
      default -> null;
    };
  }

  private void image(ImageBlock image) throws IOException, InferenceException {
    byte[] bytes = media.bytes(image);
    begin("image_url");
    json.writeFieldName("url");
    if (bytes == null) {
      json.writeString(image.url());
    } else {
      MediaSource.dataUrl(json, image.mediaType(), bytes);
    }
    end();
  }

  private void audio(AudioBlock audio) throws IOException, InferenceException {
    byte[] bytes = media.bytes(audio);
    begin("input_audio");
    json.writeFieldName("data");
    json.writeBinary(bytes);
    json.writeStringField("format", format(audio.mediaType()));
    end();
  }

  private void document(DocumentBlock document) throws IOException, InferenceException {
    String text = media.text(document);
    if (text != null) {
      text(text);
      return;
    }
    byte[] bytes = media.bytes(document);
    begin("file");
    json.writeStringField("filename", document.name() == null ? "document.pdf" : document.name());
    json.writeFieldName("file_data");
    MediaSource.dataUrl(json, document.mediaType(), bytes);
    end();
  }

  private void text(String text) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "text");
    json.writeStringField("text", text);
    json.writeEndObject();
  }

  private void begin(String type) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", type);
    json.writeObjectFieldStart(type);
  }

  private void end() throws IOException {
    json.writeEndObject();
    json.writeEndObject();
  }
}
