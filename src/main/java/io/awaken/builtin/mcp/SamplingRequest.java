package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.text.CanonicalHash;
import io.awaken.core.text.ShownText;
import io.awaken.core.tool.ToolDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
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
}
