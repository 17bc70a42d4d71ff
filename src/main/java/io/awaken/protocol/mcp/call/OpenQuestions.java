package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.protocol.mcp.call.Forms.QuestionId;
import io.awaken.rpc.JsonRpcMessage.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The open suspensions of a run, from its events. For one thread at a time. */
final class OpenQuestions {

  private final Map<String, SuspendTicket> open = new LinkedHashMap<>();

  void ask(String callId, SuspendTicket ticket) {
    if (ticket != null) {
      open.put(callId, ticket);
    }
  }

  void answered(String callId) {
    open.remove(callId);
  }

  /**
   * As requests of the server to the client, until 2025-11-25.
   *
   * @param task whether the run is a task whose result the client waits for
   * @param client its capabilities
   */
  List<Request> asRequests(RunId run, boolean task, ClientAbilities client) {
    var requests = new ArrayList<Request>();
    for (SuspendTicket ticket : open.values()) {
      String id = ticket.suspension().id();
      Optional<ClientQuestion> question = ClientQuestion.of(ticket);
      if (question.isEmpty() && client.forms()) {
        requests.add(request(run, id, Forms.METHOD, Forms.params(ticket), task));
      } else if (question.isPresent()) {
        // Answers arrive one by one on any node, where the others are not stored.
        ObjectNode askable = question.get().askable(client);
        if (askable.size() == 1) {
          JsonNode only = askable.elements().next();
          ObjectNode params = (ObjectNode) only.get("params").deepCopy();
          requests.add(request(run, id, only.get("method").asText(), params, task));
        }
      }
    }
    return requests;
  }

  private static Request request(
      RunId run, String id, String method, ObjectNode params, boolean task) {
    return new Request(
        TextNode.valueOf(new QuestionId(run, id).text()),
        method,
        task ? McpResults.withTask(params, run) : params);
  }

  /** As requests within a result, since 2026-07-28. */
  ObjectNode asInputs(ClientAbilities client) {
    return Forms.inputs(open.values(), client);
  }

  /** The questions as text for users. */
  List<String> texts() {
    return open.values().stream().map(Forms::message).toList();
  }
}
