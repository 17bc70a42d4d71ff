package io.awaken.provider.gemini;

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

/**
 * Writes media: images, audio, video and PDF as bytes or URL, text documents as text. Bytes are
 * encoded while they are written. For one request.
 */
final class GenerateMedia {

  private static final String PDF = "application/pdf";

  private final JsonGenerator json;
  private final MediaSource source;

  GenerateMedia(JsonGenerator json, LlmRequest request) {
    this.json = json;
    this.source = new MediaSource("gemini", request);
  }

  /** Writes a part and leaves it open. */
  void begin(Message message, int index, Media media) throws IOException, InferenceException {
    source.require(message, index, refuses(media));
    String type = media.mediaType() == null ? "" : media.mediaType();
    byte[] bytes = source.bytes(media);
    if (bytes == null) {
      begin("fileData", type);
      json.writeStringField("fileUri", media.url());
      json.writeEndObject();
      return;
    }
    if (media instanceof DocumentBlock document && DocumentBlock.isText(type)) {
      json.writeStartObject();
      json.writeStringField("text", ConversationText.of(document, bytes));
      return;
    }
    begin("inlineData", type);
    json.writeFieldName("data");
    json.writeBinary(bytes);
    json.writeEndObject();
  }

  /** As {@link io.awaken.provider.http.ModelWire#refuses} says. */
  static String refuses(Media media) {
    String type = media.mediaType() == null ? "" : media.mediaType();
    boolean fits =
        MediaSource.byUrl(media)
            || switch (media) {
              case ImageBlock image -> type.startsWith("image/");
              case AudioBlock audio -> type.startsWith("audio/");
              case VideoBlock video -> type.startsWith("video/");
              case DocumentBlock document -> type.equals(PDF) || document.isText();
            };
    if (fits) {
      return null;
    }
    return media instanceof DocumentBlock
        ? "takes documents as PDF or text only"
        : "takes no media without its media type";
  }

  private void begin(String field, String type) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart(field);
    if (!type.isEmpty()) {
      json.writeStringField("mimeType", type);
    }
  }
}
