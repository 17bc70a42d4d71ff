package io.awaken.protocol.aisdk.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.InputLimits;
import io.awaken.http.submit.JsonFields;
import io.awaken.protocol.aisdk.request.ChatRequest.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a user message: texts and files; data parts of the page are ignored. Stateless. */
final class UserParts {

  private static final Pattern DATA_URL =
      Pattern.compile("data:([^,;]*)((?:;[^,;]*)*?)(;base64)?,(.*)", Pattern.DOTALL);
  private static final Pattern UPLOADED = Pattern.compile("/v1/threads/[^/]+/media/([^/?#]+)");

  private UserParts() {}

  static UserMessage read(JsonNode message, int index) {
    String field = "messages[" + index + "]";
    String id = JsonFields.text(message, "id", field + ".id");
    if (id != null && id.isEmpty()) {
      id = null;
    }
    var blocks = new ArrayList<ContentBlock>();
    var places = new ArrayList<Integer>();
    JsonNode parts = JsonFields.value(message, "parts");
    if (parts == null) {
      blocks.add(new ContentBlock.Text(content(message, field + ".content")));
      places.add(0);
    } else {
      read(parts, field + ".parts", blocks, places);
    }
    Message user = Message.user(blocks);
    return new UserMessage(
        index,
        id,
        id == null ? user : user.withId(ClientMessageIds.stored(id)),
        List.copyOf(places));
  }

  /** The form of other clients, which send plain content. */
  private static String content(JsonNode message, String field) {
    JsonNode content = JsonFields.value(message, "content");
    if (content == null) {
      throw Refusal.missing(field.replace(".content", ".parts")).exception();
    }
    if (!content.isTextual()) {
      throw Refusal.invalid(field, field + " must be a string").exception();
    }
    return Bodies.freeText(field, content.textValue());
  }

  private static void read(
      JsonNode parts, String field, List<ContentBlock> blocks, List<Integer> places) {
    if (!parts.isArray() || parts.isEmpty() || parts.size() > InputLimits.MAX_PARTS) {
      throw Refusal.invalid(
              field, field + " must be an array of 1 to " + InputLimits.MAX_PARTS + " parts")
          .exception();
    }
    for (int i = 0; i < parts.size(); i++) {
      ContentBlock block = block(parts.get(i), field + "[" + i + "]");
      if (block != null) {
        blocks.add(block);
        places.add(i);
      }
    }
    if (blocks.isEmpty()) {
      throw Refusal.invalid(field, field + " must have a text or a file").exception();
    }
  }

  private static ContentBlock block(JsonNode part, String field) {
    JsonFields.requireObject(part, field);
    String type = JsonFields.required(part, "type", field + ".type");
    return switch (type) {
      case "text" -> text(part, field + ".text");
      case "file" -> file(part, field);
      case "step-start" -> null;
      default -> {
        if (type.startsWith("data-")) {
          yield null;
        }
        throw Refusal.invalid(field + ".type", field + ".type must be text, file or data-...")
            .exception();
      }
    };
  }

  private static ContentBlock text(JsonNode part, String field) {
    return new ContentBlock.Text(Bodies.freeText(field, JsonFields.required(part, "text", field)));
  }

  private static ContentBlock file(JsonNode part, String field) {
    String type = JsonFields.text(part, "mediaType", field + ".mediaType");
    String name = JsonFields.text(part, "filename", field + ".filename");
    if (name != null && name.length() > InputLimits.MAX_NAME) {
      throw Refusal.invalid(
              field + ".filename",
              field + ".filename must have at most " + InputLimits.MAX_NAME + " characters")
          .exception();
    }
    String url = JsonFields.required(part, "url", field + ".url");
    Matcher data = DATA_URL.matcher(url);
    if (data.matches()) {
      String mediaType = type == null ? data.group(1) : type;
      return MediaKind.ofType(mediaType)
          .of(requiredType(mediaType, field), bytes(data, field + ".url"), blank(name));
    }
    Matcher uploaded = UPLOADED.matcher(url);
    return uploaded.matches()
        ? MediaKind.ofType(type).stored(uploaded.group(1), type, 0, blank(name))
        : MediaKind.ofType(type).at(url, type, blank(name));
  }

  private static String blank(String name) {
    return name == null || name.isBlank() ? null : name;
  }

  private static String requiredType(String type, String field) {
    if (type == null || type.isBlank()) {
      throw Refusal.missing(field + ".mediaType").exception();
    }
    return type;
  }

  private static byte[] bytes(Matcher data, String field) {
    if (data.group(3) == null) {
      throw Refusal.invalid(field, field + " must be base64 if it is a data URL").exception();
    }
    return Bodies.base64(field, data.group(4));
  }
}
