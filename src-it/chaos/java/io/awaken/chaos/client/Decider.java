package io.awaken.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.chaos.check.Command;
import io.awaken.chaos.client.NodeHttp.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Answers the questions of suspended runs: approvals with the configured actions, questions about
 * the outcome of an interrupted call always with a report.
 */
final class Decider {

  static final String REPORT = "report";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ClientContext context;
  private final Random dice;
  private final String thread;
  private final List<String> actions;

  /**
   * @param actions the answers to an approval: {@code resume} or {@code cancel}, one for each
   *     approver; all approvers decide at once
   */
  Decider(ClientContext context, Random dice, String thread, List<String> actions) {
    this.context = context;
    this.dice = dice;
    this.thread = thread;
    this.actions = List.copyOf(actions);
  }

  /** Reads a run to its end and answers its questions. */
  void readToEnd(Follower follower) {
    while (!follower.done()) {
      if (follower.isSuspended()) {
        decide(follower.run());
      }
      follower.readUntilPause();
    }
  }

  /** The id of the latest run of the thread. */
  String latest() {
    return document("v1/threads/" + thread + "/runs/latest").path("run_id").asText();
  }

  /** Answers all open questions of a run, and of its delegates: each in the run that asks. */
  void decide(String run) {
    JsonNode tickets = document("v1/runs/" + run).at("/waiting/tickets");
    for (JsonNode ticket : tickets) {
      String asking = ticket.path("run_id").asText();
      if (ticket.path("kind").asText().equals("outcome")) {
        submit(asking, ticket, REPORT, 0);
      } else {
        submitAll(asking, ticket);
      }
    }
  }

  private void submitAll(String run, JsonNode ticket) {
    var approvers = new ArrayList<Thread>();
    for (int i = 0; i < actions.size(); i++) {
      int number = i;
      approvers.add(
          Thread.ofVirtual().start(() -> submit(run, ticket, actions.get(number), number)));
    }
    approvers.forEach(Decider::join);
  }

  private static void join(Thread approver) {
    try {
      approver.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private JsonNode document(String path) {
    while (!context.clock().expired()) {
      try (Reply reply = sendToAny("GET", path, null)) {
        if (reply.status() == 200) {
          return JSON.readTree(reply.text());
        }
      } catch (IOException unavailable) {
        // The request is repeated.
      }
      Clock.sleep(50);
    }
    throw new ClientFailure(path + " was not served");
  }

  /** Sends the same decision until a server answers it. */
  private void submit(String run, JsonNode ticket, String action, int approver) {
    String name = ticket.path("id").asText() + "." + approver;
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("tool_call_id", ticket.at("/pending/id").asText());
    body.put("suspension_id", ticket.path("id").asText());
    body.put("action", action.equals(REPORT) ? "resume" : action);
    body.put("decision_id", name);
    if (action.equals(REPORT)) {
      body.put("payload", "a person told what it did");
    }
    int status = 0;
    while ((status == 0 || status == 503) && !context.clock().expired()) {
      String answer;
      try (Reply reply = sendToAny("POST", "v1/runs/" + run + "/decision", body.toString())) {
        status = reply.fromApplication() ? reply.status() : 0;
        answer = reply.text();
      } catch (IOException failure) {
        status = 0;
        answer = failure.toString();
        Clock.sleep(50);
      }
      context
          .journal()
          .addCommand(
              new Command(
                  context.clock().now(),
                  Command.What.DECIDE,
                  thread,
                  run,
                  name,
                  action,
                  status,
                  answer));
    }
  }

  private Reply sendToAny(String method, String path, String body) throws IOException {
    return context.http().send(context.http().any(dice), method, path, Map.of(), body);
  }
}
