package io.awaken.protocol.aisdk.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.ClientTools;
import io.awaken.core.run.ClientTool;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.InputLimits;
import io.awaken.http.submit.JsonFields;
import io.awaken.protocol.aisdk.request.ChatRequest.Answered;
import io.awaken.protocol.aisdk.request.ChatRequest.Edited;
import io.awaken.protocol.aisdk.request.ChatRequest.Input;
import io.awaken.protocol.aisdk.request.ChatRequest.NewMessages;
import io.awaken.protocol.aisdk.request.ChatRequest.Regenerate;
import io.awaken.protocol.aisdk.request.ChatRequest.UserMessage;
import java.util.ArrayList;
import java.util.List;

/** Parses the bodies of chat clients (features row 237). Stateless. */
public final class ChatRequests {

  private static final String SUBMIT = "submit-message";
  private static final String REGENERATE = "regenerate-message";
  private static final String USER = "user";
  private static final String ASSISTANT = "assistant";

  private ChatRequests() {}

  /**
   * @param body of a request; unknown fields are ignored
   * @throws io.awaken.http.security.RefusedException 400 naming the field and its limit
   */
  public static ChatRequest read(ObjectNode body) {
    String thread = JsonFields.text(body, "id", "id");
    if (thread == null) {
      thread = JsonFields.text(body, "threadId", "threadId");
    }
    return new ChatRequest(
        thread, JsonFields.text(body, "agentId", "agentId"), input(body), tools(body));
  }

  private static Input input(ObjectNode body) {
    String trigger = JsonFields.text(body, "trigger", "trigger");
    if (trigger != null && !trigger.equals(SUBMIT) && !trigger.equals(REGENERATE)) {
      throw Refusal.invalid("trigger", "trigger must be %s or %s".formatted(SUBMIT, REGENERATE))
          .exception();
    }
    List<JsonNode> messages = messages(body);
    String messageId = JsonFields.text(body, "messageId", "messageId");
    if (REGENERATE.equals(trigger)) {
      return new Regenerate(lastOfUser(messages));
    }
    var answers = new ToolAnswers();
    int answered = answered(messages, messageId);
    if (answered >= 0) {
      answers.read(messages.get(answered), "messages[%d].parts".formatted(answered));
    }
    answers.decisions(body);
    Answered given = answers.answered();
    if (given != null) {
      return given;
    }
    if (answered >= 0) {
      throw Refusal.bad("nothing_new", "the request has no new message and no answer").exception();
    }
    return newMessages(messages, messageId);
  }

  private static List<JsonNode> messages(ObjectNode body) {
    JsonNode messages = JsonFields.value(body, "messages");
    if (messages != null && messages.isTextual()) {
      return List.of(text(messages));
    }
    JsonNode one = JsonFields.value(body, "message");
    if (messages == null && one != null) {
      JsonFields.requireObject(one, "message");
      return List.of(one);
    }
    List<JsonNode> all = ChatFields.objects(body, "messages", "messages", Integer.MAX_VALUE);
    if (all.isEmpty()) {
      throw Refusal.missing("messages").exception();
    }
    return all;
  }

  private static JsonNode text(JsonNode content) {
    return JsonNodeFactory.instance.objectNode().put("role", USER).set("content", content);
  }

  /** The index of the message with answers: the named one, or the last; -1 for none. */
  private static int answered(List<JsonNode> messages, String messageId) {
    int last = messages.size() - 1;
    for (int i = last; i >= 0 && messageId != null; i--) {
      if (messageId.equals(messages.get(i).path("id").asText(null))) {
        return ASSISTANT.equals(role(messages, i)) ? i : -1;
      }
    }
    return ASSISTANT.equals(role(messages, last)) ? last : -1;
  }

  private static Input newMessages(List<JsonNode> messages, String messageId) {
    int last = messages.size() - 1;
    if (messageId != null) {
      UserMessage edited = user(messages, last);
      if (!messageId.equals(edited.id())) {
        throw Refusal.invalid(
                "messageId", "messageId must be that of the last message, or of an answer")
            .exception();
      }
      return new Edited(messageId, edited);
    }
    int first = last;
    while (first > 0 && USER.equals(role(messages, first - 1))) {
      first--;
    }
    if (last - first >= InputLimits.MAX_MESSAGES) {
      throw Refusal.invalid(
              "messages",
              "messages must have at most %d entries after the last answer"
                  .formatted(InputLimits.MAX_MESSAGES))
          .exception();
    }
    var fresh = new ArrayList<UserMessage>();
    for (int i = first; i <= last; i++) {
      fresh.add(user(messages, i));
    }
    return new NewMessages(List.copyOf(fresh));
  }

  private static UserMessage lastOfUser(List<JsonNode> messages) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (USER.equals(role(messages, i))) {
        return user(messages, i);
      }
    }
    throw Refusal.invalid("messages", "messages must contain a user message to answer again")
        .exception();
  }

  private static UserMessage user(List<JsonNode> messages, int index) {
    if (!USER.equals(role(messages, index))) {
      String field = "messages[" + index + "].role";
      throw Refusal.invalid(field, "the role of a new message must be user").exception();
    }
    return UserParts.read(messages.get(index), index);
  }

  private static String role(List<JsonNode> messages, int index) {
    return JsonFields.required(messages.get(index), "role", "messages[" + index + "].role");
  }

  private static List<ClientTool> tools(ObjectNode body) {
    var tools = new ArrayList<ClientTool>();
    String field = "frontendTools";
    for (JsonNode tool : ChatFields.objects(body, field, field, ClientTools.MAX_TOOLS)) {
      String at = field + "[" + tools.size() + "]";
      JsonNode parameters = JsonFields.value(tool, "parameters");
      tools.add(
          new ClientTool(
              JsonFields.required(tool, "name", at + ".name"),
              JsonFields.text(tool, "description", at + ".description"),
              parameters == null ? JsonFields.value(tool, "inputSchema") : parameters));
    }
    return tools;
  }
}
