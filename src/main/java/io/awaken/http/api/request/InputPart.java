package io.awaken.http.api.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.submit.MediaRules;
import io.awaken.core.text.WholeText;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.InputLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One part of a message: a text, or media with one of {@code data}, {@code url} and {@code
 * media_id}.
 *
 * @param mediaType of media; required with {@code data}
 * @param data the bytes in base64
 * @param url from which the model's provider may fetch it; the server does not
 * @param mediaId of an upload to this thread
 * @param name a file name for the model
 */
record InputPart(
    @Required
        @Described(
            value = "The type of the part.",
            values = {"text", "image", "audio", "video", "document"})
        String type,
    @Described("Of a text part.") String text,
    @Described("Required with `data`.") String mediaType,
    @Described("The bytes in base64; upload larger media first.") String data,
    @Described(
            value = "From which the model's provider may fetch it, by https or http.",
            max = InputPart.MAX_URL)
        String url,
    @Described("Of an upload to this thread.") String mediaId,
    @Described(value = "A file name.", max = InputPart.MAX_NAME) String name) {

  static final int MAX_URL = MediaRules.MAX_URL;
  static final int MAX_NAME = InputLimits.MAX_NAME;

  private static final String TEXT = "text";
  private static final List<String> SOURCES = List.of("data", "url", "media_id");
  private static final List<String> FIELDS =
      Stream.concat(Stream.of("type", TEXT, "media_type", "name"), SOURCES.stream()).toList();

  /**
   * @throws io.awaken.http.security.RefusedException 400 naming the unknown or invalid field
   */
  static InputPart read(JsonNode json, String field) {
    if (!json.isObject()) {
      throw Refusal.invalid(field, field + " must be an object").exception();
    }
    Map<String, String> values = new HashMap<>();
    for (Map.Entry<String, JsonNode> each : json.properties()) {
      String path = field + "." + each.getKey();
      if (!FIELDS.contains(each.getKey())) {
        throw Refusal.bad("unknown_field", "unknown field: " + shortened(path))
            .about(shortened(path))
            .exception();
      }
      if (!each.getValue().isNull()) {
        values.put(each.getKey(), text(each.getValue(), path));
      }
    }
    return new InputPart(
        values.get("type"),
        values.get(TEXT),
        values.get("media_type"),
        values.get("data"),
        values.get("url"),
        values.get("media_id"),
        values.get("name"));
  }

  private static String text(JsonNode value, String path) {
    if (!value.isTextual()) {
      throw Refusal.invalid(path, path + " must be a string").exception();
    }
    return Bodies.storable(path, value.textValue());
  }

  private static String shortened(String path) {
    return WholeText.cut(path, 128);
  }

  /**
   * Converts the part.
   *
   * @param field of the part
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  ContentBlock block(String field) {
    if (type == null) {
      throw Refusal.missing(field + ".type").exception();
    }
    if (type.equals(TEXT)) {
      return new ContentBlock.Text(textOnly(field));
    }
    MediaKind kind =
        Stream.of(MediaKind.values())
            .filter(each -> each.wire().equals(type))
            .findFirst()
            .orElseThrow(() -> unknownType(field));
    requireOneSource(field);
    if (text != null) {
      throw Refusal.invalid(field + ".text", "text is for parts of type text").exception();
    }
    if (name != null && (name.isBlank() || name.length() > MAX_NAME)) {
      throw Refusal.invalid(
              field + ".name", field + ".name must have 1 to " + MAX_NAME + " characters")
          .exception();
    }
    if (data != null) {
      return kind.of(requiredType(field), Bodies.base64(field + ".data", data), name);
    }
    return url == null ? kind.stored(mediaId, mediaType, 0, name) : kind.at(url, mediaType, name);
  }

  private String textOnly(String field) {
    if (text == null) {
      throw Refusal.missing(field + ".text").exception();
    }
    boolean media = Stream.of(data, url, mediaId, mediaType, name).anyMatch(each -> each != null);
    if (media) {
      throw Refusal.invalid(field, field + " is of type text and must have no media fields")
          .exception();
    }
    return Bodies.freeText(field + ".text", text);
  }

  private static RuntimeException unknownType(String field) {
    return Refusal.invalid(
            field + ".type", field + ".type must be one of text, image, audio, video, document")
        .exception();
  }

  private void requireOneSource(String field) {
    if (Stream.of(data, url, mediaId).filter(each -> each != null).count() != 1) {
      throw Refusal.invalid(
              field, field + " must have exactly one of " + String.join(", ", SOURCES))
          .exception();
    }
  }

  private String requiredType(String field) {
    if (mediaType == null) {
      throw Refusal.missing(field + ".media_type").exception();
    }
    return mediaType;
  }
}
