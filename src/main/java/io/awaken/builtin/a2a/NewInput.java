package io.awaken.builtin.a2a;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.AgentQuestion;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.RemoteWork;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * What the agent has not been told yet: the messages after its last answer, and the answers to its
 * questions, as parts of one message. Immutable.
 *
 * @param parts parts of the message
 * @param answers whether the conversation has results of the agent's questions, so that its task
 *     goes on
 */
record NewInput(ArrayNode parts, boolean answers) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DATA = "data";
  private static final String TEXT = "text";

  /**
   * @throws InferenceException when stored media is missing
   */
  static NewInput of(LlmRequest request) throws InferenceException {
    var parts = JsonNodeFactory.instance.arrayNode();
    int first = 0;
    Map<String, ToolCall> calls = new HashMap<>();
    for (int i = 0; i < request.messages().size(); i++) {
      Message message = request.messages().get(i);
      if (message.role() == Role.ASSISTANT) {
        first = i + 1;
        calls.clear();
        message.toolCalls().forEach(call -> calls.put(call.id(), call));
      }
    }
    boolean answers = false;
    for (Message message : request.messages().subList(first, request.messages().size())) {
      ToolCall asked = calls.get(message.toolCallId());
      if (message.role() == Role.TOOL && asked != null) {
        answers = true;
        if (!AgentQuestion.signsIn(asked)) {
          answer(AgentQuestion.shown(asked), message.text(), parts);
        }
      } else if (message.role() == Role.USER) {
        for (ContentBlock block : message.content()) {
          add(request, block, parts);
        }
      }
    }
    return new NewInput(parts, answers);
  }

  private static void add(LlmRequest request, ContentBlock block, ArrayNode parts)
      throws InferenceException {
    if (block instanceof ContentBlock.Text text) {
      parts.addObject().put(TEXT, text.text());
    } else if (block instanceof Media media) {
      ObjectNode part = parts.addObject();
      byte[] bytes = request.bytes(media);
      if (bytes == null) {
        part.put("url", media.url());
      } else {
        part.put("raw", Base64.getEncoder().encodeToString(bytes));
      }
      if (media.mediaType() != null) {
        part.put("mediaType", media.mediaType());
      }
      if (media.name() != null) {
        part.put("filename", media.name());
      }
    }
  }

  /**
   * An agent that described its question as data gets the answer as data (docs/a2a.md), others a
   * text, or data where the answer is no text.
   *
   * @param question the data of the question; missing without any
   * @param result the result of its call
   */
  private static void answer(JsonNode question, String result, ArrayNode parts) {
    JsonNode given = parsed(result);
    JsonNode answer = given.get("answer");
    boolean denied = !"approve".equals(given.path("decision").asText());
    JsonNode id = question.path("suspensionId");
    if (id.isTextual()) {
      ObjectNode data = parts.addObject().putObject(DATA);
      data.set("suspensionId", id);
      if (answer == null || denied) {
        data.put("decision", denied ? "deny" : "approve");
      } else {
        data.set("answer", answer);
      }
      if (given.has("reason")) {
        data.set("reason", given.get("reason"));
      }
    } else if (denied) {
      parts.addObject().put(TEXT, given.path("reason").asText("deny"));
    } else if (answer == null) {
      parts.addObject().put(TEXT, "approve");
    } else if (answer.isTextual()) {
      parts.addObject().put(TEXT, answer.textValue());
    } else {
      parts.addObject().set(DATA, answer);
    }
  }

  /** A call that was not answered has another text as its result, which denies. */
  private static JsonNode parsed(String result) {
    try {
      return JSON.readTree(result);
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.objectNode();
    }
  }

  /**
   * The parameters of the method that sends it.
   *
   * @param id of the message
   * @param work the work so far
   */
  ObjectNode params(String id, RemoteWork.Task work) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    ObjectNode message = params.putObject("message");
    message.put("messageId", id).put("role", "ROLE_USER").set("parts", parts);
    if (work.contextId() != null) {
      message.put("contextId", work.contextId());
    }
    if (answers && work.taskId() != null) {
      message.put("taskId", work.taskId());
    }
    params.putObject("configuration").put("returnImmediately", true);
    return params;
  }
}
