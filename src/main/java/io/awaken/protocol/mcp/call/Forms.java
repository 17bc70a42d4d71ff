package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.submit.QuestionText;
import io.awaken.mcp.NullableField;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Suspensions as forms for MCP clients: flat objects of plain values. An answer that does not fit
 * into one is requested as text, which may be JSON. Stateless.
 */
public final class Forms {

  static final String METHOD = "elicitation/create";

  private static final String APPROVED = "approved";
  private static final String ANSWER = "answer";
  private static final Set<String> PLAIN = Set.of("string", "number", "integer", "boolean");

  private Forms() {}

  /** How an answer is requested. */
  private enum Kind {
    /** Whether the call may run. */
    APPROVAL,
    /** The schema of the answer is the form. */
    FORM,
    /** The answer is the only field of the form. */
    FIELD,
    /** The answer as text. */
    TEXT
  }

  private static Kind kind(SuspendTicket ticket) {
    JsonNode schema = ticket.suspension().responseSchema();
    if (QuestionText.approves(ticket)) {
      return Kind.APPROVAL;
    }
    if (schema == null || !schema.isObject()) {
      return Kind.TEXT;
    }
    if (PLAIN.contains(schema.path("type").asText())) {
      return Kind.FIELD;
    }
    return flat(schema) ? Kind.FORM : Kind.TEXT;
  }

  private static boolean flat(JsonNode schema) {
    JsonNode properties = schema.path("properties");
    if (!schema.path("type").asText().equals("object") || properties.isEmpty()) {
      return false;
    }
    for (JsonNode each : properties) {
      JsonNode property = NullableField.of(each).plain();
      if (!PLAIN.contains(property.path("type").asText()) && !choices(property)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the property is a multiple choice of texts (2025-11-25, elicitation). */
  private static boolean choices(JsonNode property) {
    JsonNode items = property.path("items");
    return property.path("type").asText().equals("array")
        && (items.path("enum").isArray() || items.path("anyOf").isArray());
  }

  /**
   * Open suspensions as requests within a result, since 2026-07-28: those that the client can
   * answer, named as {@link ReplyNames} does.
   */
  public static ObjectNode inputs(Collection<SuspendTicket> tickets, ClientAbilities client) {
    ObjectNode inputs = JsonNodeFactory.instance.objectNode();
    var names = new ReplyNames(tickets.size());
    for (SuspendTicket ticket : tickets) {
      String id = ticket.suspension().id();
      Optional<ClientQuestion> question = ClientQuestion.of(ticket);
      if (question.isPresent()) {
        question
            .get()
            .askable(client)
            .properties()
            .forEach(each -> inputs.set(names.of(id, each.getKey()), each.getValue()));
      } else if (client.forms()) {
        inputs.putObject(id).put("method", METHOD).set("params", params(ticket));
      }
    }
    return inputs;
  }

  /** The parameters of the elicitation request. */
  static ObjectNode params(SuspendTicket ticket) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.put("mode", "form").put("message", QuestionText.of(ticket));
    params.set("requestedSchema", schema(ticket));
    return params;
  }

  private static ObjectNode schema(SuspendTicket ticket) {
    JsonNode asked = ticket.suspension().responseSchema();
    ObjectNode form = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = form.putObject("properties");
    switch (kind(ticket)) {
      case APPROVAL -> {
        properties.putObject(APPROVED).put("type", "boolean").put("title", "Approve");
        form.putArray("required").add(APPROVED);
      }
      case FORM -> {
        asked
            .get("properties")
            .properties()
            .forEach(
                each ->
                    properties.set(
                        each.getKey(), NullableField.of(each.getValue()).plain().deepCopy()));
        if (asked.path("required").isArray()) {
          form.set("required", asked.get("required").deepCopy());
        }
      }
      case FIELD -> {
        properties.set(ANSWER, asked.deepCopy());
        form.putArray("required").add(ANSWER);
      }
      case TEXT -> {
        properties.putObject(ANSWER).put("type", "string").put("title", "Answer");
        form.putArray("required").add(ANSWER);
      }
    }
    return form;
  }

  /**
   * The answer to a question.
   *
   * @param accepted whether the call continues
   * @param payload the answer's value; null for none
   * @param reason why the call does not continue; null otherwise
   */
  public record Answer(boolean accepted, JsonNode payload, String reason) {
    static Answer declined(String reason) {
      return new Answer(false, null, reason);
    }
  }

  /** A client's answer is invalid. */
  public static final class InvalidAnswer extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidAnswer(String message) {
      super(message);
    }
  }

  /**
   * Reads the replies to a question.
   *
   * @param replies the reply to a request by name; to the question itself for null
   * @return empty when a reply is missing
   * @throws InvalidAnswer naming the invalid field
   */
  public static Optional<Answer> answer(
      SuspendTicket ticket, ClientAbilities client, Function<String, JsonNode> replies)
      throws InvalidAnswer {
    Optional<ClientQuestion> question = ClientQuestion.of(ticket);
    if (question.isPresent()) {
      return question.get().answer(client, replies);
    }
    JsonNode reply = replies.apply(null);
    return reply == null ? Optional.empty() : Optional.of(answer(ticket, reply));
  }

  /**
   * Reads a client's answer.
   *
   * @param reply {@code {action, content}}
   * @throws InvalidAnswer naming the invalid field
   */
  static Answer answer(SuspendTicket ticket, JsonNode reply) throws InvalidAnswer {
    JsonNode content = reply.path("content");
    return switch (reply.path("action").asText()) {
      case "accept" -> accepted(ticket, content);
      case "decline" -> Answer.declined("declined by the user");
      case "cancel" -> Answer.declined("dismissed by the user");
      default -> throw new InvalidAnswer("action must be accept, decline or cancel");
    };
  }

  private static Answer accepted(SuspendTicket ticket, JsonNode content) throws InvalidAnswer {
    return switch (kind(ticket)) {
      case APPROVAL -> {
        JsonNode approved = content.path(APPROVED);
        if (!approved.isBoolean()) {
          throw new InvalidAnswer("content.approved must be true or false");
        }
        yield approved.booleanValue()
            ? new Answer(true, null, null)
            : Answer.declined("declined by the user");
      }
      case FORM -> {
        if (!content.isObject()) {
          throw new InvalidAnswer("content must be an object");
        }
        yield new Answer(true, content, null);
      }
      case FIELD -> new Answer(true, field(content), null);
      case TEXT -> new Answer(true, text(ticket, field(content)), null);
    };
  }

  private static JsonNode field(JsonNode content) throws InvalidAnswer {
    JsonNode answer = content.get(ANSWER);
    if (answer == null || answer.isNull()) {
      throw new InvalidAnswer("content.answer is required");
    }
    return answer;
  }

  /** Text is parsed as JSON when the suspension has a schema that forms cannot show. */
  private static JsonNode text(SuspendTicket ticket, JsonNode answer) throws InvalidAnswer {
    if (ticket.suspension().responseSchema() == null) {
      return answer;
    }
    try {
      return ProtocolJson.mapper().readTree(answer.asText());
    } catch (IOException broken) {
      throw new InvalidAnswer("content.answer must be JSON");
    }
  }

  /**
   * Names of a question's requests in a result, and of their replies in the next call: prefixed
   * with the question's id if several questions are open.
   *
   * @param open the number of open questions of the run
   */
  public record ReplyNames(int open) {

    /** The name of a request. */
    public String of(String question, String request) {
      return open == 1 ? request : question + "/" + request;
    }
  }

  /**
   * The id of a request from the server to a client, until 2025-11-25: it names the suspension, so
   * that every node can process the answer.
   *
   * @param run that asks
   * @param suspension the id of the suspension
   */
  public record QuestionId(RunId run, String suspension) {

    private static final String PREFIX = "ask/";

    String text() {
      return PREFIX + run + "/" + suspension;
    }

    /** Parses the output of {@link #text}; empty for anything else. */
    public static Optional<QuestionId> parse(String text) {
      if (text == null || !text.startsWith(PREFIX)) {
        return Optional.empty();
      }
      int end = text.indexOf('/', PREFIX.length());
      if (end < 0) {
        return Optional.empty();
      }
      try {
        var run = new RunId(text.substring(PREFIX.length(), end));
        return Optional.of(new QuestionId(run, text.substring(end + 1)));
      } catch (InvalidId broken) {
        return Optional.empty();
      }
    }
  }
}
