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
import io.awaken.core.model.LlmRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Writes the content of messages that is more than text. Images go as they are or by their URL, WAV
 * and MP3 as sound, PDF as a file, texts as text; nothing else has a place on this wire. Bytes are
 * encoded while they are written. For one request.
 */
final class ChatParts {

  /** A multiple of three, so that the pieces of base64 join. */
  private static final int PIECE = 48 << 10;

  private static final Pattern TYPE = Pattern.compile("[A-Za-z0-9.+_-]+/[A-Za-z0-9.+_-]+");

  private final JsonGenerator json;
  private final LlmRequest request;

  ChatParts(JsonGenerator json, LlmRequest request) {
    this.json = json;
    this.request = request;
  }

  /** Whether a message is text alone, as far as this wire is concerned. */
  static boolean textOnly(Message message) {
    for (ContentBlock block : message.content()) {
      if (block instanceof Media || block instanceof ContentBlock.Source) {
        return false;
      }
    }
    return true;
  }

  /** The text of a message in which media cannot stand; what stands for media says so. */
  static String flat(Message message) {
    if (textOnly(message)) {
      return message.text();
    }
    var text = new StringBuilder();
    for (ContentBlock block : message.content()) {
      String line =
          switch (block) {
            case ContentBlock.Text plain -> plain.text();
            case ContentBlock.Thinking thinking -> "";
            case ContentBlock.Source source -> described(source);
            case Media media -> "[" + described(media) + "]";
          };
      if (!line.isEmpty()) {
        text.append(text.isEmpty() ? "" : "\n").append(line);
      }
    }
    return text.toString();
  }

  /** The parts of a message of a person, as an array. */
  void content(Message message) throws IOException, InferenceException {
    json.writeStartArray();
    parts(message);
    json.writeEndArray();
  }

  /** The media of results, behind them: a result itself has only text on this wire. */
  void mediaOf(List<Message> results) throws IOException, InferenceException {
    json.writeStartObject();
    json.writeStringField("role", "user");
    json.writeArrayFieldStart("content");
    for (Message result : results) {
      text("From the result of the tool call " + result.toolCallId() + ":");
      for (int i = 0; i < result.content().size(); i++) {
        if (result.content().get(i) instanceof Media media) {
          media(result, i, media);
        }
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void parts(Message message) throws IOException, InferenceException {
    for (int i = 0; i < message.content().size(); i++) {
      switch (message.content().get(i)) {
        case ContentBlock.Text text -> text(text.text());
        case ContentBlock.Thinking thinking -> {
          // Not sent back.
        }
        case ContentBlock.Source source -> text(described(source));
        case Media media -> media(message, i, media);
      }
    }
  }

  private void media(Message message, int index, Media media)
      throws IOException, InferenceException {
    switch (media) {
      case ImageBlock image -> image(message, index, image);
      case AudioBlock audio -> audio(message, index, audio);
      case DocumentBlock document -> document(message, index, document);
      case VideoBlock video -> throw refused(message, index, "takes no video");
    }
  }

  private void image(Message message, int index, ImageBlock image)
      throws IOException, InferenceException {
    byte[] bytes = request.bytes(image);
    begin("image_url");
    json.writeFieldName("url");
    if (bytes == null) {
      json.writeString(image.url());
    } else {
      dataUrl(type(message, index, image), bytes);
    }
    end();
  }

  private void audio(Message message, int index, AudioBlock audio)
      throws IOException, InferenceException {
    String format =
        switch (type(message, index, audio)) {
          case "audio/wav", "audio/x-wav", "audio/wave" -> "wav";
          case "audio/mpeg", "audio/mp3" -> "mp3";
          default -> throw refused(message, index, "takes sound as WAV or MP3 only");
        };
    byte[] bytes = fetched(message, index, audio);
    begin("input_audio");
    json.writeFieldName("data");
    json.writeBinary(bytes);
    json.writeStringField("format", format);
    end();
  }

  private void document(Message message, int index, DocumentBlock document)
      throws IOException, InferenceException {
    String type = type(message, index, document);
    byte[] bytes = fetched(message, index, document);
    if (type.startsWith("text/") || type.equals("application/json")) {
      String name = document.name() == null ? "" : document.name() + ":\n";
      text(name + new String(bytes, StandardCharsets.UTF_8));
      return;
    }
    if (!type.equals("application/pdf")) {
      throw refused(message, index, "takes documents as PDF or text only");
    }
    begin("file");
    json.writeStringField("filename", document.name() == null ? "document.pdf" : document.name());
    json.writeFieldName("file_data");
    dataUrl(type, bytes);
    end();
  }

  private byte[] fetched(Message message, int index, Media media) throws InferenceException {
    byte[] bytes = request.bytes(media);
    if (bytes == null) {
      throw refused(message, index, "takes " + media.kind().wire() + " by its bytes only");
    }
    return bytes;
  }

  private static String type(Message message, int index, Media media) throws InferenceException {
    if (media.mediaType() == null || !TYPE.matcher(media.mediaType()).matches()) {
      throw refused(message, index, "takes no media without a media type");
    }
    return media.mediaType();
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

  /** Nothing in a type or in base64 has to be escaped. */
  private void dataUrl(String type, byte[] bytes) throws IOException {
    json.writeRawValue("\"data:" + type + ";base64,");
    for (int from = 0; from < bytes.length; from += PIECE) {
      byte[] piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PIECE));
      json.writeRaw(Base64.getEncoder().encodeToString(piece));
    }
    json.writeRaw('"');
  }

  private static String described(Media media) {
    String type = media.mediaType() == null ? "" : " " + media.mediaType();
    return media.kind().wire() + type + (media.name() == null ? "" : " " + media.name());
  }

  private static String described(ContentBlock.Source source) {
    String where = source.url() == null ? source.documentId() : source.url();
    return (source.title() == null ? "" : source.title() + " ")
        + "<"
        + where
        + ">"
        + (source.snippet() == null ? "" : ": " + source.snippet());
  }

  private static InferenceException refused(Message message, int index, String what) {
    return InferenceException.unsupported(
        "content[%d] of the message %s: the wire openai %s".formatted(index, message.id(), what));
  }
}
