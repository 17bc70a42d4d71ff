package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.AudioBlock;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.DocumentBlock;
import io.awaken.core.message.ImageBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.VideoBlock;
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
    switch (block) {
      case ImageBlock image -> image(message, index, image);
      case AudioBlock audio -> audio(message, index, audio);
      case DocumentBlock document -> document(message, index, document);
      case VideoBlock video -> throw media.refused(message, index, "takes no video");
    }
  }

  private void image(Message message, int index, ImageBlock image)
      throws IOException, InferenceException {
    byte[] bytes = media.bytes(image);
    begin("image_url");
    json.writeFieldName("url");
    if (bytes == null) {
      json.writeString(image.url());
    } else {
      MediaSource.dataUrl(json, media.type(message, index, image), bytes);
    }
    end();
  }

  private void audio(Message message, int index, AudioBlock audio)
      throws IOException, InferenceException {
    String format =
        switch (media.type(message, index, audio)) {
          case "audio/wav", "audio/x-wav", "audio/wave" -> "wav";
          case "audio/mpeg", "audio/mp3" -> "mp3";
          default -> throw media.refused(message, index, "takes sound as WAV or MP3 only");
        };
    byte[] bytes = media.bytes(message, index, audio);
    begin("input_audio");
    json.writeFieldName("data");
    json.writeBinary(bytes);
    json.writeStringField("format", format);
    end();
  }

  private void document(Message message, int index, DocumentBlock document)
      throws IOException, InferenceException {
    String text = media.text(message, index, document);
    if (text != null) {
      text(text);
      return;
    }
    if (!document.mediaType().equals("application/pdf")) {
      throw media.refused(message, index, "takes documents as PDF or text only");
    }
    byte[] bytes = media.bytes(message, index, document);
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
