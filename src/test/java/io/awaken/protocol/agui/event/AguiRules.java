package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.protocol.agui.event.AguiReader.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules of the protocol's own clients for the order of events. */
final class AguiRules {

  private static final Map<String, String> OPENS =
      Map.of(
          "TEXT_MESSAGE_START", "messageId",
          "REASONING_START", "messageId",
          "REASONING_MESSAGE_START", "messageId",
          "TOOL_CALL_START", "toolCallId",
          "STEP_STARTED", "stepName",
          "SUBAGENT_STARTED", "subagentRunId");

  private static final Map<String, String> CLOSES =
      Map.of(
          "TEXT_MESSAGE_END", "TEXT_MESSAGE_START",
          "REASONING_END", "REASONING_START",
          "REASONING_MESSAGE_END", "REASONING_MESSAGE_START",
          "TOOL_CALL_END", "TOOL_CALL_START",
          "STEP_FINISHED", "STEP_STARTED",
          "SUBAGENT_FINISHED", "SUBAGENT_STARTED",
          "SUBAGENT_ERROR", "SUBAGENT_STARTED");

  private static final Map<String, String> NEEDS =
      Map.of(
          "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_START",
          "REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_START",
          "TOOL_CALL_ARGS", "TOOL_CALL_START");

  private static final Set<String> OPEN_BY_KEY = Set.of("STATE_SNAPSHOT", "STATE_DELTA", "CUSTOM");

  /** Fields that may have any value. */
  private static final Set<String> OPEN = Set.of("metadata", "responseSchema");

  private AguiRules() {}

  /** The violations of a run; empty for a valid one. */
  static List<String> breaches(List<Frame> frames) {
    var wrong = new ArrayList<String>();
    var open = new HashSet<String>();
    for (int i = 0; i < frames.size(); i++) {
      String type = frames.get(i).type();
      JsonNode event = frames.get(i).event();
      if (type.equals("RUN_STARTED") != (i == 0)) {
        wrong.add(i + ": " + type + " at the wrong place");
      }
      if (isLast(type) != (i == frames.size() - 1)) {
        wrong.add(i + ": " + type + " at the wrong place");
      }
      if (OPENS.containsKey(type) && !open.add(key(type, event))) {
        wrong.add(i + ": opened twice " + event);
      }
      if (CLOSES.containsKey(type) && !open.remove(key(CLOSES.get(type), event))) {
        wrong.add(i + ": was not open " + event);
      }
      if (NEEDS.containsKey(type) && !open.contains(key(NEEDS.get(type), event))) {
        wrong.add(i + ": is not open " + event);
      }
      if (!OPEN_BY_KEY.contains(type) && !type.startsWith("ACTIVITY") && hasNull(event)) {
        wrong.add(i + ": has a null " + event);
      }
    }
    if (!open.isEmpty()) {
      wrong.add("left open: " + open);
    }
    return wrong;
  }

  private static String key(String opener, JsonNode event) {
    return opener + " " + event.get(OPENS.get(opener)).asText();
  }

  private static boolean isLast(String type) {
    return type.equals("RUN_FINISHED") || type.equals("RUN_ERROR");
  }

  private static boolean hasNull(JsonNode node) {
    if (node.isNull()) {
      return true;
    }
    for (var child : node.properties()) {
      if (!OPEN.contains(child.getKey()) && hasNull(child.getValue())) {
        return true;
      }
    }
    for (JsonNode child : node) {
      if (node.isArray() && hasNull(child)) {
        return true;
      }
    }
    return false;
  }
}
