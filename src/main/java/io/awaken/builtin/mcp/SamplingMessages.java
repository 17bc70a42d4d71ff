package io.awaken.builtin.mcp;

import static io.awaken.builtin.mcp.SamplingRequest.require;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages of a server's request to the model. As providers demand it, the calls of a message
 * are answered by results in the next one, which has nothing else (2025-11-25, sampling).
 */
final class SamplingMessages {

  private static final int MAX_MESSAGES = 100;
  private static final int MAX_ID = 256;

  private final List<Message> messages = new ArrayList<>();

  /** Names of the calls that wait for their results, by id. */
  private final Map<String, String> open = new LinkedHashMap<>();

  private SamplingMessages() {}

  /**
   * @throws IllegalArgumentException with the violation and the limit
   */
  static List<Message> read(JsonNode given) {
    require(
        given.isArray() && !given.isEmpty() && given.size() <= MAX_MESSAGES,
        "messages must be a list of 1 to " + MAX_MESSAGES);
    var read = new SamplingMessages();
    for (JsonNode each : given) {
      List<JsonNode> blocks = blocks(each.path("content"));
      switch (each.path("role").asText()) {
        case "user" -> read.user(blocks);
        case "assistant" -> read.assistant(blocks);
        default -> throw new IllegalArgumentException("role must be user or assistant");
      }
    }
    read.requireResults();
    return read.messages;
  }

  /** One block, or several since 2025-11-25. */
  private static List<JsonNode> blocks(JsonNode content) {
    if (!content.isArray()) {
      return List.of(content);
    }
    require(
        content.size() <= MAX_MESSAGES, "a message may have at most " + MAX_MESSAGES + " blocks");
    var blocks = new ArrayList<JsonNode>(content.size());
    content.forEach(blocks::add);
    return blocks;
  }

  private static boolean is(JsonNode block, String type) {
    return block.path("type").asText().equals(type);
  }

  private void requireResults() {
    require(open.isEmpty(), "each tool_use must have a tool_result in the next message");
  }

  private void user(List<JsonNode> blocks) {
    if (blocks.stream().noneMatch(block -> is(block, "tool_result"))) {
      requireResults();
      messages.add(Message.user(blocks.stream().map(SamplingMessages::block).toList()));
      return;
    }
    for (JsonNode block : blocks) {
      require(is(block, "tool_result"), "a message with tool_result must have nothing else");
      String id = block.path("toolUseId").asText();
      String name = open.remove(id);
      require(name != null, "toolUseId must name a tool_use of the message before");
      messages.add(Message.tool(null, id, ToolResults.of(name, block).modelContent(), null));
    }
    requireResults();
  }

  private void assistant(List<JsonNode> blocks) {
    requireResults();
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    for (JsonNode block : blocks) {
      if (is(block, "tool_use")) {
        calls.add(call(block));
      } else {
        content.add(block(block));
      }
    }
    messages.add(new Message(null, Role.ASSISTANT, content, calls, null, null, null));
  }

  private ToolCall call(JsonNode block) {
    String id = block.path("id").asText("");
    String name = block.path("name").asText("");
    require(
        !id.isBlank() && id.length() <= MAX_ID,
        "id of a tool_use must have 1 to " + MAX_ID + " characters");
    require(!name.isBlank(), "a tool_use must have a name");
    JsonNode input = block.path("input");
    require(
        input.isObject() || input.isMissingNode() || input.isNull(),
        "input of a tool_use must be an object");
    require(open.put(id, name) == null, "each tool_use must have an id of its own");
    return new ToolCall(
        id,
        ToolIds.sampled(name),
        input.isObject() ? input : JsonNodeFactory.instance.objectNode());
  }

  private static ContentBlock block(JsonNode given) {
    return switch (given.path("type").asText()) {
      case "text" -> {
        require(given.path("text").isTextual(), "text must be a text");
        yield new ContentBlock.Text(given.path("text").textValue());
      }
      case "image", "audio" -> media(given);
      case "tool_use" ->
          throw new IllegalArgumentException("a tool_use must be in a message of the assistant");
      case "tool_result" ->
          throw new IllegalArgumentException("a tool_result must be in a message of the user");
      default ->
          throw new IllegalArgumentException(
              "content must be text, image, audio, tool_use or tool_result");
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
}
