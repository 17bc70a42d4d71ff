package io.awaken.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.chaos.check.Command;
import io.awaken.chaos.client.Wire.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * People who answer what runs ask: whether a call may be made, as they were told to; what became of
 * a call that was cut off, always.
 */
final class Decider {

  static final String TOLD = "told";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Surroundings at;
  private final Random dice;
  private final String thread;
  private final List<String> wishes;

  /**
   * @param wishes what is wanted of an approval: {@code resume} or {@code cancel}, one for each of
   *     the people, who all decide at once
   */
  Decider(Surroundings at, Random dice, String thread, List<String> wishes) {
    this.at = at;
    this.dice = dice;
    this.thread = thread;
    this.wishes = List.copyOf(wishes);
  }

  /** Reads a run to its end, and answers what it asks. */
  void attend(Follower follower) {
    while (!follower.done()) {
      if (follower.pauses()) {
        decide(follower.run());
      }
      follower.readOn();
    }
  }

  /** The run of the thread that was accepted last. */
  String latest() {
    return document("v1/threads/" + thread + "/runs/latest").path("run_id").asText();
  }

  /** Answers whatever is open now. */
  private void decide(String run) {
    JsonNode tickets = document("v1/runs/" + run).at("/waiting/tickets");
    for (JsonNode ticket : tickets) {
      if (ticket.path("kind").asText().equals("outcome")) {
        submit(run, ticket, TOLD, 0);
      } else {
        together(run, ticket);
      }
    }
  }

  private void together(String run, JsonNode ticket) {
    var people = new ArrayList<Thread>();
    for (int i = 0; i < wishes.size(); i++) {
      int number = i;
      people.add(Thread.ofVirtual().start(() -> submit(run, ticket, wishes.get(number), number)));
    }
    people.forEach(Decider::join);
  }

  private static void join(Thread person) {
    try {
      person.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private JsonNode document(String path) {
    while (!at.clock().over()) {
      try (Reply reply = any("GET", path, null)) {
        if (reply.status() == 200) {
          return JSON.readTree(reply.text());
        }
      } catch (IOException notThere) {
        // Asked again.
      }
      Clock.pass(50);
    }
    throw new GaveUp(path + " was not shown");
  }

  /** The same decision until it is answered. */
  private void submit(String run, JsonNode ticket, String wish, int person) {
    String name = ticket.path("id").asText() + "." + person;
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("tool_call_id", ticket.at("/pending/id").asText());
    body.put("suspension_id", ticket.path("id").asText());
    body.put("action", wish.equals(TOLD) ? "resume" : wish);
    body.put("decision_id", name);
    if (wish.equals(TOLD)) {
      body.put("payload", "a person told what it did");
    }
    int status = 0;
    while ((status == 0 || status == 503) && !at.clock().over()) {
      String answer;
      try (Reply reply = any("POST", "v1/runs/" + run + "/decision", body.toString())) {
        status = reply.ours() ? reply.status() : 0;
        answer = reply.text();
      } catch (IOException broken) {
        status = 0;
        answer = broken.toString();
        Clock.pass(50);
      }
      at.journal()
          .commanded(
              new Command(
                  at.clock().now(), Command.What.DECIDE, thread, run, name, wish, status, answer));
    }
  }

  private Reply any(String method, String path, String body) throws IOException {
    return at.wire().send(at.wire().any(dice), method, path, Map.of(), body);
  }
}
