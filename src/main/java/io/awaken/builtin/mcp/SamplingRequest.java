package io.awaken.builtin.mcp;

import static io.awaken.builtin.mcp.SamplingRequest.require;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.mcp.McpTool.ToolIds;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.text.CanonicalHash;
import io.awaken.core.text.ShownText;
import io.awaken.core.tool.ToolDescriptor;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server's request to the model (protocols section 4). The server cannot choose the model and
 * gets no part of the conversation: its wishes about both are ignored.
 *
 * @param system the instruction; null for none
 * @param maxTokens maximum tokens of the answer
 * @param temperature null for the agent's setting
 * @param stops stop sequences
 * @param tools the server's own tools, which it executes itself; since 2025-11-25
 * @param names the server's names of its tools, by the names that models can call
 * @param choice whether the answer must, may or must not call tools
 */
record SamplingRequest(
    String system,
    List<Message> messages,
    int maxTokens,
    Double temperature,
    List<String> stops,
    List<ToolDescriptor> tools,
    Map<String, String> names,
    Choice choice) {

  /** Whether the answer calls tools. */
  enum Choice {
    AUTO,
    REQUIRED,
    NONE
  }

  /** The method of a request that asks. */
  static final String METHOD = "sampling/createMessage";

  private static final int MAX_TOOLS = 64;
  private static final int MAX_STOPS = 16;
  private static final int MAX_STOP = 256;

  /**
   * @param params parameters of the request
   * @throws IllegalArgumentException with the violation and the limit
   */
  static SamplingRequest read(JsonNode params) {
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
    var names = new HashMap<String, String>();
    List<ToolDescriptor> tools = tools(params.path("tools"), names);
    return new SamplingRequest(
        system.textValue(),
        SamplingMessages.read(params.path("messages")),
        most.intValue(),
        heat.isNumber() ? heat.doubleValue() : null,
        stops(params.path("stopSequences")),
        tools,
        names,
        choice(params.path("toolChoice"), !tools.isEmpty()));
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

  private static List<ToolDescriptor> tools(JsonNode given, Map<String, String> names) {
    require(
        given.isMissingNode() || given.isArray() && given.size() <= MAX_TOOLS,
        "tools must be a list of at most " + MAX_TOOLS);
    var hashes = new CanonicalHash();
    var tools = new ArrayList<ToolDescriptor>(given.size());
    for (JsonNode each : given) {
      ListedTool tool;
      try {
        tool = ListedTool.read(each, hashes);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "tools[" + tools.size() + "]." + e.getMessage(), e.getCause());
      }
      String name = ToolIds.sampled(tool.name());
      require(
          names.put(name, tool.name()) == null,
          "tools has the name " + ShownText.of(tool.name()) + " twice");
      tools.add(new ToolDescriptor(name, null, tool.description(), tool.schema(), null));
    }
    return tools;
  }

  private static Choice choice(JsonNode given, boolean tools) {
    require(given.isMissingNode() || given.isObject(), "toolChoice must be an object with a mode");
    Choice choice =
        switch (given.path("mode").asText("auto")) {
          case "auto" -> Choice.AUTO;
          case "required" -> Choice.REQUIRED;
          case "none" -> Choice.NONE;
          default ->
              throw new IllegalArgumentException("toolChoice.mode must be auto, required or none");
        };
    require(choice != Choice.REQUIRED || tools, "toolChoice requires tools");
    return choice;
  }

  static void require(boolean condition, String what) {
    if (!condition) {
      throw new IllegalArgumentException(what);
    }
  }

  /**
   * The messages of a server's request to the model. As providers demand it, the calls of a message
   * are answered by results in the next one, which has nothing else (2025-11-25, sampling).
   */
  static final class SamplingMessages {

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
}
