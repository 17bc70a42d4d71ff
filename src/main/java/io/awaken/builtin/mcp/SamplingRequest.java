package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A server's request to the model (protocols section 4). The server cannot choose the model and
 * gets no part of the conversation: its wishes about both are ignored.
 *
 * @param system the instruction; null for none
 * @param maxTokens maximum tokens of the answer
 * @param temperature null for the agent's setting
 * @param stops stop sequences
 */
record SamplingRequest(
    String system, List<Message> messages, int maxTokens, Double temperature, List<String> stops) {

  /** The method of a request that asks. */
  static final String METHOD = "sampling/createMessage";

  private static final int MAX_MESSAGES = 100;
  private static final int MAX_STOPS = 16;
  private static final int MAX_STOP = 256;

  /**
   * @param params parameters of the request
   * @throws IllegalArgumentException with the violation and the limit
   */
  static SamplingRequest read(JsonNode params) {
    require(!params.has("tools") && !params.has("toolChoice"), "tools are not offered");
    JsonNode system = params.path("systemPrompt");
    require(system.isMissingNode() || system.isTextual(), "systemPrompt must be a text");
    JsonNode most = params.path("maxTokens");
    require(
        most.isIntegralNumber() && most.canConvertToInt() && most.intValue() > 0,
        "maxTokens must be a whole number above 0");
    JsonNode heat = params.path("temperature");
    require(
        heat.isMissingNode() || heat.isNumber() && heat.doubleValue() >= 0 && heat.asDouble() <= 2,
        "temperature must be a number from 0 to 2");
    return new SamplingRequest(
        system.textValue(),
        messages(params.path("messages")),
        most.intValue(),
        heat.isNumber() ? heat.doubleValue() : null,
        stops(params.path("stopSequences")));
  }

  private static List<String> stops(JsonNode given) {
    require(given.isMissingNode() || given.isArray(), "stopSequences must be a list of texts");
    require(given.size() <= MAX_STOPS, "there may be at most " + MAX_STOPS + " stopSequences");
    var stops = new ArrayList<String>(given.size());
    for (JsonNode each : given) {
      require(
          each.isTextual() && !each.textValue().isEmpty() && each.textValue().length() <= MAX_STOP,
          "each of stopSequences must be a text of 1 to " + MAX_STOP + " characters");
      stops.add(each.textValue());
    }
    return stops;
  }

  private static List<Message> messages(JsonNode given) {
    require(
        given.isArray() && !given.isEmpty() && given.size() <= MAX_MESSAGES,
        "messages must be a list of 1 to " + MAX_MESSAGES);
    var messages = new ArrayList<Message>(given.size());
    for (JsonNode each : given) {
      Role role =
          switch (each.path("role").asText()) {
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            default -> throw new IllegalArgumentException("role must be user or assistant");
          };
      messages.add(
          new Message(null, role, content(each.path("content")), List.of(), null, null, null));
    }
    return messages;
  }

  /** Reads one block, or several since 2025-11-25. */
  private static List<ContentBlock> content(JsonNode given) {
    if (!given.isArray()) {
      return List.of(block(given));
    }
    require(given.size() <= MAX_MESSAGES, "a message may have at most " + MAX_MESSAGES + " blocks");
    var blocks = new ArrayList<ContentBlock>(given.size());
    given.forEach(each -> blocks.add(block(each)));
    return blocks;
  }

  private static ContentBlock block(JsonNode given) {
    return switch (given.path("type").asText()) {
      case "text" -> {
        require(given.path("text").isTextual(), "text must be a text");
        yield new ContentBlock.Text(given.path("text").textValue());
      }
      case "image", "audio" -> media(given);
      default -> throw new IllegalArgumentException("content must be text, image or audio");
    };
  }

  private static ContentBlock media(JsonNode given) {
    String type = given.path("mimeType").asText("");
    require(type.contains("/"), "mimeType must be a type of media");
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(given.path("data").asText());
      return MediaKind.ofType(type).of(type, bytes, null);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("data must be Base64", e);
    }
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new IllegalArgumentException(what);
    }
  }
}
