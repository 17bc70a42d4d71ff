package io.awaken.protocol.agui.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.InputLimits;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Reads a message of a person: a text, or parts of text, image, audio, video, document, and {@code
 * binary} of earlier clients. Which media is accepted is checked when the run is. Stateless.
 */
final class UserContent {

  private UserContent() {}

  static Message read(JsonNode message, String field) {
    String id = Fields.text(message, "id", field + ".id", ClientIds.MAX_LENGTH);
    Message said = content(message, field + ".content");
    return id == null ? said : said.withId(ClientIds.message(id));
  }

  private static Message content(JsonNode message, String field) {
    JsonNode content = Fields.value(message, "content");
    if (content == null) {
      throw Fields.invalid(field, "is required");
    }
    if (content.isTextual()) {
      return Message.user(Bodies.spoken(field, content.textValue()));
    }
    List<JsonNode> parts = Fields.objects(message, "content", field, InputLimits.MAX_PARTS);
    if (parts.isEmpty()) {
      throw Fields.invalid(field, "must have at least one part");
    }
    var blocks = new ArrayList<ContentBlock>(parts.size());
    for (JsonNode part : parts) {
      blocks.add(block(part, field + "[" + blocks.size() + "]"));
    }
    return Message.user(blocks);
  }

  private static ContentBlock block(JsonNode part, String field) {
    String type = Fields.required(part, "type", field + ".type");
    return switch (type) {
      case "text" -> {
        String text = Fields.required(part, "text", field + ".text");
        yield new ContentBlock.Text(Bodies.spoken(field + ".text", text));
      }
      case "image" -> media(MediaKind.IMAGE, part, field);
      case "audio" -> media(MediaKind.AUDIO, part, field);
      case "video" -> media(MediaKind.VIDEO, part, field);
      case "document" -> media(MediaKind.DOCUMENT, part, field);
      case "binary" -> binary(part, field);
      default ->
          throw Fields.invalid(
              field + ".type", "must be one of text, image, audio, video, document");
    };
  }

  private static ContentBlock media(MediaKind kind, JsonNode part, String field) {
    JsonNode source = Fields.value(part, "source");
    String at = field + ".source";
    if (source == null || !source.isObject()) {
      throw Fields.invalid(at, "must be an object");
    }
    String value = Fields.required(source, "value", at + ".value");
    String type = Fields.text(source, "mimeType", at + ".mimeType");
    return switch (Fields.required(source, "type", at + ".type")) {
      case "data" -> data(kind, value, type, at, null);
      case "url" -> url(kind, value, type, at, null);
      case "file" -> kind.stored(value, type, 0, null);
      default -> throw Fields.invalid(at + ".type", "must be one of data, url, file");
    };
  }

  private static ContentBlock binary(JsonNode part, String field) {
    String type = Fields.required(part, "mimeType", field + ".mimeType");
    String name = Fields.text(part, "filename", field + ".filename", InputLimits.MAX_NAME);
    MediaKind kind = kind(type);
    String data = Fields.text(part, "data", field + ".data");
    if (data != null) {
      return data(kind, data, type, field, name);
    }
    String url = Fields.text(part, "url", field + ".url");
    if (url != null) {
      return url(kind, url, type, field, name);
    }
    return kind.stored(Fields.required(part, "id", field + ".id"), type, 0, name);
  }

  private static MediaKind kind(String type) {
    for (MediaKind kind : MediaKind.values()) {
      if (type.startsWith(kind.wire() + "/")) {
        return kind;
      }
    }
    return MediaKind.DOCUMENT;
  }

  private static ContentBlock data(
      MediaKind kind, String base64, String type, String field, String name) {
    if (type == null) {
      throw Fields.invalid(field + ".mimeType", "is required");
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw Fields.invalid(field + ".value", "must be base64");
    }
    if (bytes.length == 0) {
      throw Fields.invalid(field + ".value", "must not be empty");
    }
    return kind.of(type, bytes, name);
  }

  /** A data URL has its bytes in it. */
  private static ContentBlock url(
      MediaKind kind, String url, String type, String field, String name) {
    int comma = url.indexOf(',');
    if (!url.startsWith("data:") || comma < 0) {
      return kind.at(url, type, name);
    }
    String head = url.substring("data:".length(), comma);
    if (!head.endsWith(";base64")) {
      throw Fields.invalid(field + ".value", "must be base64 where it is a data URL");
    }
    String said = head.substring(0, head.indexOf(';'));
    return data(kind, url.substring(comma + 1), said.isEmpty() ? type : said, field, name);
  }
}
