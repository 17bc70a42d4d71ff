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
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.submit.JsonFields;
import io.awaken.http.submit.QuestionText;
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
      texts.add(QuestionText.of(ticket));
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

  private static ObjectNode question(SuspendTicket ticket) {
    Suspension asked = ticket.suspension();
    ObjectNode question = JsonNodeFactory.instance.objectNode();
    question.put("suspensionId", asked.id()).put("action", asked.action());
    question.put("message", asked.message() == null ? asked.action() : asked.message());
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

  /** Whether a message with this key has answered a question. */
  public static boolean answered(List<SuspensionRecord> questions, String key) {
    return questions.stream().anyMatch(each -> answered(each, key));
  }

  private static boolean answered(SuspensionRecord question, String key) {
    return question.decision() != null && key.equals(question.decision().decisionId());
  }

  /** Those that wait for an answer. */
  public static List<SuspensionRecord> open(List<SuspensionRecord> questions) {
    return questions.stream().filter(each -> each.status() == SuspensionStatus.OPEN).toList();
  }

  /**
   * Reads the answers in a message.
   *
   * @param questions those of the run that the caller may see
   * @param text of the message's text parts; null for none
   * @param data the values of its data parts; with any, the text is ignored
   * @param key of the message, the same when it is repeated
   * @return the decisions; none for a repeated message, whose answer must not decide the next
   *     question
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static List<DecisionRequest> answers(
      List<SuspensionRecord> questions,
      String text,
      List<JsonNode> data,
      String key,
      Caller caller) {
    List<SuspensionRecord> open = open(questions);
    boolean again = answered(questions, key);
    var decisions = new ArrayList<DecisionRequest>();
    for (JsonNode part : data) {
      String id = JsonFields.text(part, "suspensionId", "suspensionId");
      if (again && (id == null || open.stream().noneMatch(each -> is(each, id)))) {
        continue;
      }
      SuspensionRecord question = named(open, id);
      String reason = JsonFields.text(part, "reason", "reason");
      JsonNode answer = JsonFields.value(part, "answer");
      boolean yes = yes(part, answer);
      decisions.add(decision(caller, question, key, yes, yes ? answer : null, reason));
    }
    if (data.isEmpty() && !again) {
      decisions.add(ofText(named(open, null), text == null ? "" : text, key, caller));
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
        .filter(each -> id == null || is(each, id))
        .findFirst()
        .orElseThrow(() -> JsonFields.invalid("suspensionId", "is no open question of the task"));
  }

  private static boolean is(SuspensionRecord question, String id) {
    return question.ticket().suspension().id().equals(id);
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
      SuspensionRecord question, String text, String key, Caller caller) {
    if (text.isBlank()) {
      throw JsonFields.invalid("message.parts", "must have a text or a data part with the answer");
    }
    SuspendTicket ticket = question.ticket();
    if (!QuestionText.approves(ticket)) {
      JsonNode answer = value(ticket.suspension().responseSchema(), text);
      return decision(caller, question, key, true, answer, null);
    }
    boolean yes = word(YES, text);
    if (!yes && !word(NO, text)) {
      throw JsonFields.invalid(
          "message.parts", "must say approve or deny: the task waits for that decision");
    }
    return decision(caller, question, key, yes, null, null);
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
      String key,
      boolean yes,
      JsonNode answer,
      String reason) {
    return new DecisionRequest(
        caller,
        question.callId(),
        new DecisionRequest.About(question.ticket().suspension().id(), null),
        key,
        yes ? DecisionAction.RESUME : DecisionAction.CANCEL,
        answer,
        reason);
  }
}
