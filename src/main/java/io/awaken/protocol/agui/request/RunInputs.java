package io.awaken.protocol.agui.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.ClientTools;
import io.awaken.core.run.ClientTool;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.InputLimits;
import io.awaken.http.submit.JsonFields;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.event.RunNames;
import io.awaken.protocol.agui.request.RunInput.Result;
import io.awaken.protocol.agui.request.RunInput.Resume;
import io.awaken.protocol.agui.request.RunInput.UserMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses the protocol's {@code RunAgentInput} (features row 239). Stateless. */
public final class RunInputs {

  /** Messages with instructions, at most. */
  static final int MAX_MESSAGES = 64;

  /** Characters of all instructions together. */
  static final int MAX_CHARS = 64 * 1024;

  private static final Set<String> ROLES = Set.of("system", "developer");

  /** Context items, at most. */
  static final int MAX_CONTEXT = 100;

  /** Characters of all context items together. */
  static final int MAX_CONTEXT_CHARS = 128 * 1024;

  /** Answers to interrupts, at most. */
  static final int MAX_RESUME = 128;

  private static final String USER = "user";
  private static final String TOOL = "tool";
  private static final String ASSISTANT = "assistant";

  private RunInputs() {}

  /**
   * Parses a body; unknown fields are ignored.
   *
   * @param thread the thread id in the path; null if the path has none
   * @throws io.awaken.http.security.RefusedException 400 naming the field and its limit
   */
  public static RunInput read(ObjectNode body, String thread) {
    var users = new ArrayList<UserMessage>();
    var results = new ArrayList<Result>();
    List<JsonNode> messages = BodyFields.objects(body, "messages", "messages", Integer.MAX_VALUE);
    int last = messages.size() - 1;
    while (last >= 0 && ofSubagent(messages.get(last))) {
      last--;
    }
    for (int i = last; i >= 0; i--) {
      if (ofSubagent(messages.get(i))) {
        continue;
      }
      if (ASSISTANT.equals(role(messages.get(i), i))) {
        break;
      }
      read(messages.get(i), i, users, results);
    }
    Collections.reverse(users);
    Collections.reverse(results);
    return new RunInput(
        names(body, thread, messages),
        users,
        results,
        last >= 0 && USER.equals(role(messages.get(last), last)),
        tools(body),
        context(body),
        resume(body),
        instructions(messages),
        state(body));
  }

  /** Clients keep what sub-agents said between the messages of their run. */
  private static boolean ofSubagent(JsonNode message) {
    return message.path("subagentRunId").isTextual();
  }

  private static String role(JsonNode message, int index) {
    return JsonFields.required(message, "role", "messages[" + index + "].role");
  }

  private static void read(
      JsonNode message, int index, List<UserMessage> users, List<Result> results) {
    String field = "messages[" + index + "]";
    switch (role(message, index)) {
      case USER -> {
        if (users.size() == InputLimits.MAX_MESSAGES) {
          throw JsonFields.invalid(
              "messages",
              "must have at most " + InputLimits.MAX_MESSAGES + " entries after the last answer");
        }
        users.add(UserContent.read(message, index, field));
      }
      case TOOL -> results.add(result(message, index, field));
      default -> {
        // Instructions are read apart; the server has all other messages.
      }
    }
  }

  private static Result result(JsonNode message, int index, String field) {
    JsonNode content = JsonFields.value(message, "content");
    return new Result(
        index,
        id(message),
        JsonFields.required(message, "toolCallId", field + ".toolCallId"),
        content == null ? "" : content.isTextual() ? content.textValue() : content.toString(),
        JsonFields.text(message, "error", field + ".error"));
  }

  private static RunNames names(ObjectNode body, String path, List<JsonNode> messages) {
    String thread = BodyFields.text(body, "threadId", "threadId", ClientIds.MAX_LENGTH);
    if (thread == null && path == null) {
      throw Refusal.missing("threadId").exception();
    }
    if (thread != null && path != null && !thread.equals(path)) {
      throw JsonFields.invalid("threadId", "must be that of the path");
    }
    String run = BodyFields.text(body, "runId", "runId", ClientIds.MAX_LENGTH);
    if (run == null) {
      throw Refusal.missing("runId").exception();
    }
    return new RunNames(
        thread == null ? path : thread,
        run,
        BodyFields.text(body, "parentRunId", "parentRunId", ClientIds.MAX_LENGTH),
        Dialect.of(JsonFields.text(body, "protocolVersion", "protocolVersion")),
        resultIds(messages));
  }

  /** The first id of each result counts, so that the client drops any other. */
  private static Map<String, String> resultIds(List<JsonNode> messages) {
    var ids = new HashMap<String, String>();
    for (JsonNode message : messages) {
      String id = id(message);
      String call = message.path("toolCallId").asText();
      if (TOOL.equals(message.path("role").asText()) && id != null && !call.isEmpty()) {
        ids.putIfAbsent(call, id);
      }
    }
    return ids;
  }

  private static String id(JsonNode message) {
    String id = message.path("id").asText();
    return id.isEmpty() || id.length() > ClientIds.MAX_LENGTH ? null : id;
  }

  private static List<ClientTool> tools(ObjectNode body) {
    var tools = new ArrayList<ClientTool>();
    for (JsonNode tool : BodyFields.objects(body, "tools", "tools", ClientTools.MAX_TOOLS)) {
      String field = "tools[" + tools.size() + "]";
      tools.add(
          new ClientTool(
              JsonFields.required(tool, "name", field + ".name"),
              JsonFields.text(tool, "description", field + ".description"),
              JsonFields.value(tool, "parameters")));
    }
    return tools;
  }

  /** The context as the model reads it, in the order of the request. */
  private static String context(ObjectNode body) {
    var text = new StringBuilder();
    int index = 0;
    for (JsonNode item : BodyFields.objects(body, "context", "context", MAX_CONTEXT)) {
      String field = "context[" + index++ + "]";
      String description = JsonFields.required(item, "description", field + ".description");
      String value = JsonFields.required(item, "value", field + ".value");
      text.append("\n- ").append(description).append(": ").append(value);
      if (text.length() > MAX_CONTEXT_CHARS) {
        throw JsonFields.invalid(
            "context", "must have at most " + MAX_CONTEXT_CHARS + " characters in all");
      }
    }
    return text.isEmpty() ? null : "Context from the application:" + text;
  }

  /** Clients without state send null or an empty object, which therefore changes nothing. */
  private static ObjectNode state(ObjectNode body) {
    JsonNode state = JsonFields.value(body, "state");
    if (state == null || state.isEmpty() && state.isContainerNode()) {
      return null;
    }
    if (!(state instanceof ObjectNode object)) {
      throw JsonFields.invalid("state", "must be an object");
    }
    return object;
  }

  private static List<Resume> resume(ObjectNode body) {
    var resume = new ArrayList<Resume>();
    for (JsonNode entry : BodyFields.objects(body, "resume", "resume", MAX_RESUME)) {
      String field = "resume[" + resume.size() + "]";
      String status = JsonFields.required(entry, "status", field + ".status");
      if (!status.equals("resolved") && !status.equals("cancelled")) {
        throw JsonFields.invalid(field + ".status", "must be resolved or cancelled");
      }
      resume.add(
          new Resume(
              JsonFields.required(entry, "interruptId", field + ".interruptId"),
              status.equals("cancelled"),
              JsonFields.value(entry, "payload")));
    }
    return resume;
  }

  /**
   * The {@code system} and {@code developer} messages: instructions of the page for this run,
   * wherever they are in the list, since pages send the whole conversation.
   *
   * @return the texts in the order of the request; null for none
   * @throws io.awaken.http.security.RefusedException 400 naming the field and its limit
   */
  private static String instructions(List<JsonNode> messages) {
    var texts = new ArrayList<String>();
    int chars = 0;
    for (int i = 0; i < messages.size(); i++) {
      if (!ROLES.contains(messages.get(i).path("role").asText())) {
        continue;
      }
      String text = JsonFields.required(messages.get(i), "content", "messages[" + i + "].content");
      if (text.isBlank()) {
        continue;
      }
      texts.add(text);
      chars += text.length() + 2;
      if (texts.size() > MAX_MESSAGES || chars > MAX_CHARS) {
        throw JsonFields.invalid(
            "messages",
            "must have at most %d system and developer messages, with %d characters in all"
                .formatted(MAX_MESSAGES, MAX_CHARS));
      }
    }
    return texts.isEmpty() ? null : String.join("\n\n", texts);
  }
}
