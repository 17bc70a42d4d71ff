package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.mcp.JsonRpcMessage.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a run waits for, as its events tell. For one thread at a time. */
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
   * As requests of the server, until 2025-11-25.
   *
   * @param task whether the run is a task that the client waits for
   */
  List<Request> asRequests(RunId run, boolean task) {
    var requests = new ArrayList<Request>();
    for (SuspendTicket ticket : open.values()) {
      var id = new QuestionId(run, ticket.suspension().id());
      ObjectNode params = Forms.params(ticket);
      requests.add(
          new Request(
              TextNode.valueOf(id.text()),
              Forms.METHOD,
              task ? RelatedTask.in(params, run) : params));
    }
    return requests;
  }

  /** As requests within a result, since 2026-07-28. */
  ObjectNode asInputs() {
    return Forms.inputs(open.values());
  }

  /** What is asked, for people. */
  List<String> texts() {
    return open.values().stream().map(Forms::message).toList();
  }
}
