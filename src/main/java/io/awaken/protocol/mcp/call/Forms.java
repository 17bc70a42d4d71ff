package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.http.json.ProtocolJson;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Questions of runs as forms that clients of MCP can show: flat objects of plain values. A question
 * whose answer does not fit into one asks for text, which may be JSON. Stateless.
 */
public final class Forms {

  static final String METHOD = "elicitation/create";

  private static final String APPROVED = "approved";
  private static final String ANSWER = "answer";
  private static final Set<String> PLAIN = Set.of("string", "number", "integer", "boolean");
  private static final int MAX_ARGUMENTS = 2_000;

  private Forms() {}

  /** How an answer to a question is asked for. */
  private enum Kind {
    /** Whether the call may run. */
    APPROVAL,
    /** The form is the schema of the answer. */
    FORM,
    /** The form has the answer as its only field. */
    FIELD,
    /** The answer as text. */
    TEXT
  }

  private static Kind kind(SuspendTicket ticket) {
    JsonNode schema = ticket.suspension().responseSchema();
    boolean yesOrNo = ticket.resumeMode() == ResumeMode.ANSWER_TOOL && schema == null;
    if (yesOrNo || !ticket.resumeMode().wantsAnswer()) {
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
    for (JsonNode property : properties) {
      if (!PLAIN.contains(property.path("type").asText()) && !choices(property)) {
        return false;
      }
    }
    return true;
  }

  /** Whether several of some texts may be chosen (2025-11-25, elicitation). */
  private static boolean choices(JsonNode property) {
    JsonNode items = property.path("items");
    return property.path("type").asText().equals("array")
        && (items.path("enum").isArray() || items.path("anyOf").isArray());
  }

  /**
   * Questions as requests within a result, since 2026-07-28: as far as a client can be asked, by
   * the id of the question, or as {@link ReplyNames} says.
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

  /** The parameters of the request that asks. */
  static ObjectNode params(SuspendTicket ticket) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.put("mode", "form").put("message", message(ticket));
    params.set("requestedSchema", schema(ticket));
    return params;
  }

  /** What is asked, for people. */
  public static String message(SuspendTicket ticket) {
    String asked = ticket.suspension().message();
    String text = asked == null ? ticket.suspension().action() : asked;
    if (ticket.pending() == null || kind(ticket) != Kind.APPROVAL) {
      return text;
    }
    String arguments = String.valueOf(ticket.pending().arguments());
    return "%s\n%s %s"
        .formatted(
            text,
            ticket.pending().name(),
            arguments.length() <= MAX_ARGUMENTS
                ? arguments
                : arguments.substring(0, MAX_ARGUMENTS) + "...");
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
        properties.setAll((ObjectNode) asked.get("properties").deepCopy());
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
   * What somebody said to a question.
   *
   * @param goesOn whether the call goes on
   * @param payload the answer; null where none is wanted
   * @param reason why the call does not go on; null otherwise
   */
  public record Said(boolean goesOn, JsonNode payload, String reason) {
    static Said no(String reason) {
      return new Said(false, null, reason);
    }
  }

  /** A client's answer makes no sense. */
  public static final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message);
    }
  }

  /**
   * What a client's replies say of a question.
   *
   * @param replies the reply to a request by its name; to the question itself for null
   * @return empty when something that the client was asked has no reply
   * @throws Unfit naming the field that is wrong
   */
  public static Optional<Said> said(
      SuspendTicket ticket, ClientAbilities client, Function<String, JsonNode> replies)
      throws Unfit {
    Optional<ClientQuestion> question = ClientQuestion.of(ticket);
    if (question.isPresent()) {
      return question.get().said(client, replies);
    }
    JsonNode reply = replies.apply(null);
    return reply == null ? Optional.empty() : Optional.of(said(ticket, reply));
  }

  /**
   * What a client's answer says.
   *
   * @param reply {@code {action, content}}
   * @throws Unfit naming the field that is wrong
   */
  static Said said(SuspendTicket ticket, JsonNode reply) throws Unfit {
    JsonNode content = reply.path("content");
    return switch (reply.path("action").asText()) {
      case "accept" -> accepted(ticket, content);
      case "decline" -> Said.no("declined by the user");
      case "cancel" -> Said.no("dismissed by the user");
      default -> throw new Unfit("action must be accept, decline or cancel");
    };
  }

  private static Said accepted(SuspendTicket ticket, JsonNode content) throws Unfit {
    return switch (kind(ticket)) {
      case APPROVAL -> {
        JsonNode approved = content.path(APPROVED);
        if (!approved.isBoolean()) {
          throw new Unfit("content.approved must be true or false");
        }
        yield approved.booleanValue()
            ? new Said(true, null, null)
            : Said.no("declined by the user");
      }
      case FORM -> {
        if (!content.isObject()) {
          throw new Unfit("content must be an object");
        }
        yield new Said(true, content, null);
      }
      case FIELD -> new Said(true, field(content), null);
      case TEXT -> new Said(true, text(ticket, field(content)), null);
    };
  }

  private static JsonNode field(JsonNode content) throws Unfit {
    JsonNode answer = content.get(ANSWER);
    if (answer == null || answer.isNull()) {
      throw new Unfit("content.answer is required");
    }
    return answer;
  }

  /** A schema that no form can show takes JSON; without one the text is the answer. */
  private static JsonNode text(SuspendTicket ticket, JsonNode answer) throws Unfit {
    if (ticket.suspension().responseSchema() == null) {
      return answer;
    }
    try {
      return ProtocolJson.mapper().readTree(answer.asText());
    } catch (IOException broken) {
      throw new Unfit("content.answer must be JSON");
    }
  }
}
