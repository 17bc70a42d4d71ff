package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.InputLimits;
import io.awaken.http.submit.JsonFields;
import io.awaken.protocol.a2a.task.A2aError;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The request to send a message.
 *
 * @param id the client's id of the message
 * @param context the conversation; null for a new one
 * @param task the task that the message answers or adds to; null for a new one
 * @param content for the agent
 * @param data the values of the data parts
 * @param source the message as sent
 * @param atOnce whether the client does not wait for the task
 * @param history see {@link Fields#history}
 * @param push where the client wants to hear of the task; null for nowhere
 */
record SentMessage(
    String id,
    String context,
    String task,
    List<ContentBlock> content,
    List<JsonNode> data,
    JsonNode source,
    boolean atOnce,
    Integer history,
    JsonNode push) {

  private static final String FIELD = "message";
  private static final String HOW = "configuration";
  private static final List<String> KINDS = List.of("text", "raw", "url", "data");
  private static final List<String> OUTPUTS =
      List.of("*/*", "text/*", "text/plain", "text/markdown", "text");

  /**
   * Reads the parameters of {@code SendMessage}.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  static SentMessage read(ObjectNode params) {
    JsonNode message = params.path(FIELD);
    JsonFields.requireObject(params.get(FIELD), FIELD);
    String id = JsonFields.required(message, "messageId", "message.messageId");
    if (!"ROLE_USER".equals(JsonFields.required(message, "role", "message.role"))) {
      throw JsonFields.invalid("message.role", "must be ROLE_USER");
    }
    var content = new ArrayList<ContentBlock>();
    var data = new ArrayList<JsonNode>();
    parts(message.path("parts"), content, data);
    JsonNode how = params.path(HOW);
    if (JsonFields.value(params, HOW) != null) {
      JsonFields.requireObject(how, HOW);
    }
    requireOutput(how);
    return new SentMessage(
        id,
        Fields.text(message, "contextId", "message.contextId"),
        Fields.text(message, "taskId", "message.taskId"),
        content,
        data,
        message,
        Fields.flag(how, "returnImmediately", "configuration.returnImmediately"),
        Fields.history(how, "configuration.historyLength"),
        JsonFields.value(how, "taskPushNotificationConfig"));
  }

  private static void requireOutput(JsonNode how) {
    JsonNode accepted = JsonFields.value(how, "acceptedOutputModes");
    if (accepted == null) {
      return;
    }
    if (!accepted.isArray()) {
      throw JsonFields.invalid("configuration.acceptedOutputModes", "must be an array");
    }
    boolean fits = accepted.isEmpty();
    for (JsonNode type : accepted) {
      fits |= OUTPUTS.contains(type.asText());
    }
    if (!fits) {
      throw A2aError.CONTENT_TYPE_NOT_SUPPORTED.exception(
          "configuration.acceptedOutputModes must include text/plain, as which agents answer");
    }
  }

  private static void parts(JsonNode parts, List<ContentBlock> content, List<JsonNode> data) {
    if (!parts.isArray() || parts.isEmpty() || parts.size() > InputLimits.MAX_PARTS) {
      throw JsonFields.invalid(
          "message.parts", "must be an array of 1 to " + InputLimits.MAX_PARTS + " parts");
    }
    for (int i = 0; i < parts.size(); i++) {
      String field = "message.parts[" + i + "]";
      JsonNode part = parts.get(i);
      JsonFields.requireObject(part, field);
      List<String> kinds = KINDS.stream().filter(kind -> part.hasNonNull(kind)).toList();
      if (kinds.size() != 1) {
        throw JsonFields.invalid(field, "must have exactly one of " + String.join(", ", KINDS));
      }
      if (kinds.getFirst().equals("data")) {
        data.add(part.get("data"));
      }
      content.add(block(part, kinds.getFirst(), field));
    }
  }

  private static ContentBlock block(JsonNode part, String kind, String field) {
    String type = JsonFields.text(part, "mediaType", field + ".mediaType");
    String name = JsonFields.text(part, "filename", field + ".filename");
    String known = name == null || name.isBlank() ? null : name;
    if (known != null && known.length() > InputLimits.MAX_NAME) {
      throw JsonFields.invalid(
          field + ".filename", "must have at most " + InputLimits.MAX_NAME + " characters");
    }
    return switch (kind) {
      case "data" ->
          new ContentBlock.Text(Bodies.storable(field + ".data", part.get("data").toString()));
      case "text" ->
          new ContentBlock.Text(
              Bodies.freeText(field + ".text", JsonFields.required(part, "text", field + ".text")));
      case "url" ->
          MediaKind.ofType(type).at(JsonFields.required(part, "url", field + ".url"), type, known);
      default -> {
        if (type == null || type.isBlank()) {
          throw JsonFields.invalid(field + ".mediaType", "is required for raw bytes");
        }
        String raw = JsonFields.required(part, "raw", field + ".raw");
        // ProtoJSON writes standard base64 and reads the URL-safe form, too.
        byte[] bytes = Bodies.base64(field + ".raw", raw.replace('-', '+').replace('_', '/'));
        yield MediaKind.ofType(type).of(type, bytes, known);
      }
    };
  }

  /** The message for the agent; a repeated one gets no second place in the conversation. */
  Message message() {
    return Message.user(content).withId(ClientMessageIds.stored(id));
  }

  /** The texts of its text parts. */
  String text() {
    return content.stream()
        .filter(ContentBlock.Text.class::isInstance)
        .map(block -> ((ContentBlock.Text) block).text())
        .collect(Collectors.joining("\n"));
  }
}
