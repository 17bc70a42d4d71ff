package io.awaken.builtin.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.AgentQuestion;
import io.awaken.core.text.ShownText;
import java.util.ArrayList;
import java.util.List;

/**
 * What a task that waits asks, as calls that wait for a decision. An agent that describes its
 * questions as data, as agents of this server do (docs/a2a.md), gets one call for each. Stateless.
 */
final class Questions {

  private static final int MAX_MESSAGE = 8_000;
  private static final int MAX_QUESTIONS = 16;

  private Questions() {}

  /**
   * @param agentId names the agent to the user
   * @param task a task that waits
   */
  static List<ToolCall> of(String agentId, TaskReader task) {
    String who = "The agent " + agentId;
    if (task.state() == TaskReader.State.AUTH_REQUIRED) {
      String text = who + " requires you to sign in elsewhere. Continue when you have done so";
      return List.of(
          AgentQuestion.call("sign-in", AgentQuestion.AUTH, message(text, note(task)), null, null));
    }
    var calls = new ArrayList<ToolCall>();
    for (JsonNode part : task.note().path("parts")) {
      for (JsonNode question : part.path("data").path("questions")) {
        if (question.path("suspensionId").isTextual() && calls.size() < MAX_QUESTIONS) {
          calls.add(described(who, calls.size() + 1, question));
        }
      }
    }
    if (calls.isEmpty()) {
      ObjectNode text = JsonNodeFactory.instance.objectNode().put("type", "string");
      calls.add(
          AgentQuestion.call(
              "question", AgentQuestion.INPUT, message(who + " asks", note(task)), null, text));
    }
    return calls;
  }

  private static ToolCall described(String who, int number, JsonNode question) {
    JsonNode schema = question.path("responseSchema");
    return AgentQuestion.call(
        "question-" + number,
        AgentQuestion.INPUT,
        message(who + " asks", question.path("message").asText()),
        question,
        schema.isObject() ? schema : null);
  }

  private static String note(TaskReader task) {
    return task.noteText();
  }

  private static String message(String begin, String more) {
    String shown = ShownText.of(more).strip();
    String text = shown.isEmpty() ? begin + "." : begin + ": " + shown;
    return text.substring(0, Math.min(text.length(), MAX_MESSAGE));
  }
}
