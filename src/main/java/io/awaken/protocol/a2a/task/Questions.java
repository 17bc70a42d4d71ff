package io.awaken.protocol.a2a.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.submit.JsonFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Open suspensions as the status message of a task, and messages of a client as their decisions.
 *
 * <p>The message has the questions as text for people, then as one data part {@code {questions:
 * [...]}}. A client answers with a text if one question is open, or with data parts {@code
 * {decision, suspensionId, answer, reason}}. Stateless.
 */
public final class Questions {

  /** The action of a question that the user answers by signing in at another service. */
  private static final String GRANT = "tool:GrantAccess";

  private static final Set<String> YES =
      Set.of("approve", "approved", "yes", "y", "allow", "ok", "confirm");
  private static final Set<String> NO =
      Set.of("deny", "denied", "no", "n", "reject", "decline", "cancel");

  private static final String DECISION = "decision";

  private Questions() {}

  /** The state of a task that waits for these answers. */
  static TaskState state(Collection<SuspendTicket> open) {
    boolean signIn =
        !open.isEmpty() && open.stream().allMatch(each -> each.suspension().action().equals(GRANT));
    return signIn ? TaskState.AUTH_REQUIRED : TaskState.INPUT_REQUIRED;
  }

  /** The status message with the questions; null without any. */
  static ObjectNode message(String task, String context, Collection<SuspendTicket> open) {
    if (open.isEmpty()) {
      return null;
    }
    var texts = new ArrayList<String>();
    ArrayNode questions = JsonNodeFactory.instance.arrayNode();
    for (SuspendTicket ticket : open) {
      texts.add(text(ticket));
      questions.add(question(ticket));
    }
    String ids = questions.findValuesAsText("suspensionId").toString();
    ObjectNode message =
        TaskJson.agentMessage(task, context, "ask-" + Integer.toHexString(ids.hashCode()));
    ArrayNode parts = message.putArray("parts");
    parts.addObject().put("text", String.join("\n", texts));
    ObjectNode data = parts.addObject();
    data.putObject("data").set("questions", questions);
    data.put("mediaType", "application/json");
    return message;
  }

  private static String text(SuspendTicket ticket) {
    String asked = ticket.suspension().message();
    return asked == null ? ticket.suspension().action() : asked;
  }

  private static ObjectNode question(SuspendTicket ticket) {
    Suspension asked = ticket.suspension();
    ObjectNode question = JsonNodeFactory.instance.objectNode();
    question.put("suspensionId", asked.id()).put("action", asked.action());
    question.put("message", text(ticket));
    PendingCall call = ticket.pending();
    if (call != null) {
      question.put("tool", call.name()).set("arguments", call.arguments());
    }
    if (asked.parameters() != null) {
      question.set("parameters", asked.parameters());
    }
    if (asked.responseSchema() != null) {
      question.set("responseSchema", asked.responseSchema());
    }
    return question;
  }

  /**
   * Reads the answers in a message.
   *
   * @param open the questions that the caller may see, at least one
   * @param text of the message's text parts; null for none
   * @param data the values of its data parts; with any, the text is ignored
   * @param messageId makes repeating the message safe
   * @return the decisions, at least one
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static List<DecisionRequest> answers(
      List<SuspensionRecord> open,
      String text,
      List<JsonNode> data,
      String messageId,
      Caller caller) {
    var decisions = new ArrayList<DecisionRequest>();
    for (JsonNode part : data) {
      SuspensionRecord question =
          named(open, JsonFields.text(part, "suspensionId", "suspensionId"));
      String reason = JsonFields.text(part, "reason", "reason");
      JsonNode answer = JsonFields.value(part, "answer");
      boolean yes = yes(part, answer);
      decisions.add(decision(caller, question, messageId, yes, yes ? answer : null, reason));
    }
    if (decisions.isEmpty()) {
      decisions.add(ofText(named(open, null), text == null ? "" : text, messageId, caller));
    }
    return decisions;
  }

  private static SuspensionRecord named(List<SuspensionRecord> open, String id) {
    if (id == null && open.size() > 1) {
      throw JsonFields.invalid(
          "message.parts",
          "must have one data part with suspensionId for each answer: several questions are open");
    }
    return open.stream()
        .filter(each -> id == null || each.ticket().suspension().id().equals(id))
        .findFirst()
        .orElseThrow(() -> JsonFields.invalid("suspensionId", "is no open question of the task"));
  }

  /** An answer without a decision approves. */
  private static boolean yes(JsonNode part, JsonNode answer) {
    JsonFields.requireObject(part, "message.parts[].data");
    String decision = JsonFields.text(part, DECISION, DECISION);
    boolean yes = decision == null ? answer != null : word(YES, decision);
    if (!yes && (decision == null || !word(NO, decision))) {
      throw JsonFields.invalid(DECISION, "must be approve or deny");
    }
    return yes;
  }

  private static boolean word(Set<String> words, String text) {
    return words.contains(text.strip().toLowerCase(Locale.ROOT));
  }

  private static DecisionRequest ofText(
      SuspensionRecord question, String text, String messageId, Caller caller) {
    if (text.isBlank()) {
      throw JsonFields.invalid("message.parts", "must have a text or a data part with the answer");
    }
    SuspendTicket ticket = question.ticket();
    JsonNode schema = ticket.suspension().responseSchema();
    boolean yesOrNo = ticket.resumeMode() == ResumeMode.ANSWER_TOOL && schema == null;
    if (ticket.resumeMode().requiresAnswer() && !yesOrNo) {
      return decision(caller, question, messageId, true, value(schema, text), null);
    }
    boolean yes = word(YES, text);
    if (!yes && !word(NO, text)) {
      throw JsonFields.invalid(
          "message.parts", "must say approve or deny: the task waits for that decision");
    }
    return decision(caller, question, messageId, yes, null, null);
  }

  /** A text is JSON where the question has a schema of anything but a text. */
  private static JsonNode value(JsonNode schema, String text) {
    if (schema == null || schema.path("type").asText().equals("string")) {
      return TextNode.valueOf(text);
    }
    try {
      return ProtocolJson.mapper().readTree(text);
    } catch (IOException broken) {
      throw JsonFields.invalid(
          "message.parts", "must be JSON that fits the schema of the question");
    }
  }

  private static DecisionRequest decision(
      Caller caller,
      SuspensionRecord question,
      String messageId,
      boolean yes,
      JsonNode answer,
      String reason) {
    return new DecisionRequest(
        caller,
        question.callId(),
        new DecisionRequest.About(question.ticket().suspension().id(), null),
        messageId,
        yes ? DecisionAction.RESUME : DecisionAction.CANCEL,
        answer,
        reason);
  }
}
