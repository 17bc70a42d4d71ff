package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.ClientRequests;
import io.awaken.core.suspension.SuspendTicket;
import java.util.Optional;
import java.util.function.Function;

/**
 * A question that consists of requests to the client (features row 1264). A client gets only the
 * requests that it can answer.
 *
 * @param requests {@code {method, params}} by name
 */
record ClientQuestion(ObjectNode requests) {

  /** Reads such a question; empty for any other suspension. */
  static Optional<ClientQuestion> of(SuspendTicket ticket) {
    JsonNode requests =
        ticket.suspension().parameters() == null
            ? null
            : ticket.suspension().parameters().get(ClientRequests.REQUESTS);
    return ClientRequests.ACTION.equals(ticket.suspension().action())
            && requests instanceof ObjectNode some
        ? Optional.of(new ClientQuestion(some))
        : Optional.empty();
  }

  /** The requests that a client can answer, by name. */
  ObjectNode askable(ClientAbilities client) {
    ObjectNode some = JsonNodeFactory.instance.objectNode();
    requests
        .properties()
        .forEach(
            each -> {
              if (client.can(each.getValue().path("method").asText())) {
                some.set(each.getKey(), each.getValue());
              }
            });
    return some;
  }

  /**
   * The client's answer.
   *
   * @param replies the reply to a request by name; null for none
   * @return empty when a reply is missing
   * @throws Forms.InvalidAnswer naming an invalid reply
   */
  Optional<Forms.Answer> answer(ClientAbilities client, Function<String, JsonNode> replies)
      throws Forms.InvalidAnswer {
    ObjectNode answers = JsonNodeFactory.instance.objectNode();
    for (var asked : askable(client).properties()) {
      String name = asked.getKey();
      JsonNode reply = replies.apply(name);
      if (reply == null) {
        return Optional.empty();
      }
      switch (asked.getValue().get("method").asText()) {
        case Forms.METHOD -> {
          String action = reply.path("action").asText();
          if (action.equals("decline") || action.equals("cancel")) {
            return Optional.of(Forms.Answer.declined("declined by the user"));
          }
          if (!action.equals("accept") || !reply.path("content").isObject()) {
            throw new Forms.InvalidAnswer(name + " must be {action, content}");
          }
          answers.set(name, reply.get("content"));
        }
        case ClientAbilities.SAMPLING -> answers.set(name, with(reply, "content", name));
        default -> answers.set(name, with(reply, "roots", name));
      }
    }
    return answers.isEmpty()
        ? Optional.empty()
        : Optional.of(new Forms.Answer(true, answers, null));
  }

  private static JsonNode with(JsonNode reply, String field, String name)
      throws Forms.InvalidAnswer {
    if (!reply.isObject() || !reply.path(field).isContainerNode()) {
      throw new Forms.InvalidAnswer("%s must be an object with %s".formatted(name, field));
    }
    return reply;
  }
}
