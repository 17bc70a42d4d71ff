package io.awaken.protocol.agui.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.InputLimits;
import io.awaken.http.submit.JsonFields;
import io.awaken.protocol.agui.request.RunInput.PartNames;
import io.awaken.protocol.agui.request.RunInput.UserMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses a user message: text, or parts of text, image, audio, video, document, and {@code binary}
 * of earlier clients. Accepting a run checks its media. Stateless.
 */
final class UserContent {

  private UserContent() {}

  /** A part with its field names. */
  private record Part(ContentBlock block, PartNames names) {}

  static UserMessage read(JsonNode message, int index, String field) {
    String id = BodyFields.text(message, "id", field + ".id", ClientIds.MAX_LENGTH);
    UserMessage user = content(message, index, field + ".content");
    return id == null
        ? user
        : new UserMessage(index, user.message().withId(ClientIds.message(id)), user.parts());
  }

  private static UserMessage content(JsonNode message, int index, String field) {
    JsonNode content = JsonFields.value(message, "content");
    if (content == null) {
      throw JsonFields.invalid(field, "is required");
    }
    if (content.isTextual()) {
      return new UserMessage(
          index, Message.user(Bodies.freeText(field, content.textValue())), List.of());
    }
    List<JsonNode> sent = BodyFields.objects(message, "content", field, InputLimits.MAX_PARTS);
    if (sent.isEmpty()) {
      throw JsonFields.invalid(field, "must have at least one part");
    }
    var parts = new ArrayList<Part>(sent.size());
    for (JsonNode each : sent) {
      parts.add(part(each, field + "[" + parts.size() + "]"));
    }
    return new UserMessage(
        index,
        Message.user(parts.stream().map(Part::block).toList()),
        parts.stream().map(Part::names).toList());
  }

  private static Part part(JsonNode part, String field) {
    String type = JsonFields.required(part, "type", field + ".type");
    return switch (type) {
      case "text" -> {
        String text = JsonFields.required(part, "text", field + ".text");
        yield new Part(
            new ContentBlock.Text(Bodies.freeText(field + ".text", text)), PartNames.SOURCE);
      }
      case "image" -> media(MediaKind.IMAGE, part, field);
      case "audio" -> media(MediaKind.AUDIO, part, field);
      case "video" -> media(MediaKind.VIDEO, part, field);
      case "document" -> media(MediaKind.DOCUMENT, part, field);
      case "binary" -> binary(part, field);
      default ->
          throw JsonFields.invalid(
              field + ".type", "must be one of text, image, audio, video, document");
    };
  }

  private static Part media(MediaKind kind, JsonNode part, String field) {
    JsonNode source = JsonFields.value(part, "source");
    String at = field + ".source";
    if (source == null || !source.isObject()) {
      throw JsonFields.invalid(at, "must be an object");
    }
    String value = JsonFields.required(source, "value", at + ".value");
    String type = JsonFields.text(source, "mimeType", at + ".mimeType");
    var sent = new Sent(kind, type, null, field, PartNames.SOURCE);
    return switch (JsonFields.required(source, "type", at + ".type")) {
      case "data" -> sent.data(value);
      case "url" -> sent.url(value);
      case "file" -> sent.stored(value);
      default -> throw JsonFields.invalid(at + ".type", "must be one of data, url, file");
    };
  }

  private static Part binary(JsonNode part, String field) {
    String type = JsonFields.required(part, "mimeType", field + ".mimeType");
    String name = BodyFields.text(part, "filename", field + ".filename", InputLimits.MAX_NAME);
    for (String bytes : List.of("data", "url", "id")) {
      String value = JsonFields.text(part, bytes, field + "." + bytes);
      if (value != null) {
        var sent = new Sent(MediaKind.ofType(type), type, name, field, PartNames.binary(bytes));
        return switch (bytes) {
          case "data" -> sent.data(value);
          case "url" -> sent.url(value);
          default -> sent.stored(value);
        };
      }
    }
    throw Refusal.missing(field + ".id").exception();
  }

  /**
   * Media as sent by the client.
   *
   * @param type the media type; null if unknown
   * @param name the file name, or null
   * @param field the path of the part
   */
  private record Sent(MediaKind kind, String type, String name, String field, PartNames names) {

    Part stored(String id) {
      return new Part(kind.stored(id, type, 0, name), names);
    }

    Part data(String base64) {
      if (type == null) {
        throw JsonFields.invalid(field + "." + names.mediaType(), "is required");
      }
      byte[] bytes = Bodies.base64(field + "." + names.bytes(), base64);
      return new Part(kind.of(type, bytes, name), names);
    }

    /** A data URL contains its bytes. */
    Part url(String url) {
      int comma = url.indexOf(',');
      if (!url.startsWith("data:") || comma < 0) {
        return new Part(kind.at(url, type, name), names);
      }
      String head = url.substring("data:".length(), comma);
      if (!head.endsWith(";base64")) {
        throw JsonFields.invalid(
            field + "." + names.bytes(), "must be base64 where it is a data URL");
      }
      String mediaType = head.substring(0, head.indexOf(';'));
      Sent sent =
          mediaType.isEmpty() ? this : new Sent(kind, mediaType, name, field, names.withinBytes());
      return sent.data(url.substring(comma + 1));
    }
  }
}
