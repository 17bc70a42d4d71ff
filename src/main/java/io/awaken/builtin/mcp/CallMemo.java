package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.text.CanonicalHash;
import io.awaken.core.tool.ModelRefused;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * State of a call that asks users, needed when they answer, perhaps days later and on another node
 * (features row 1131). Stored with the suspension as JSON; never shown to clients.
 *
 * @param round number of the server's requests for input in this call
 * @param requests the server's requests, by key
 * @param answers the users' answers, by the same keys
 * @param state opaque server state to send back; null for none
 * @param held name of the call that stays open, until 2025-11-25; null for none
 * @param given answers of earlier rounds, by the hash of the request, so that a repeated call asks
 *     no user twice
 * @param sampled number of the server's model requests in this call
 */
record CallMemo(
    int round,
    ObjectNode requests,
    ObjectNode answers,
    String state,
    String held,
    ObjectNode given,
    int sampled) {

  /** Maximum rounds in one call. */
  static final int MAX_ROUNDS = 20;

  /** The key of the only request of an open call. */
  static final String ONLY = "only";

  /** The memo of a call without requests. */
  static CallMemo none() {
    return new CallMemo(0, object(), object(), null, null, object(), 0);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static CallMemo of(JsonNode memo) {
    return new CallMemo(
        memo.path("round").asInt(),
        memo.withObjectProperty("requests"),
        memo.withObjectProperty("answers"),
        memo.path("state").asText(null),
        memo.path("held").asText(null),
        memo.withObjectProperty("given"),
        memo.path("sampled").asInt());
  }

  ObjectNode json() {
    ObjectNode memo = object().put("round", round);
    memo.set("requests", requests);
    memo.set("answers", answers);
    memo.set("given", given);
    if (state != null) {
      memo.put("state", state);
    }
    if (held != null) {
      memo.put("held", held);
    }
    if (sampled != 0) {
      memo.put("sampled", sampled);
    }
    return memo;
  }

  /** With another count of model requests. */
  CallMemo sampled(int count) {
    return new CallMemo(round, requests, answers, state, held, given, count);
  }

  /** Adds the server's requests of the next round. */
  CallMemo asking(InputRequired required) {
    return new CallMemo(
        round + 1, required.requests(), object(), required.state(), null, given, sampled);
  }

  /** Adds the single request of an open call. */
  CallMemo holding(String call, JsonNode params) {
    ObjectNode asked = object();
    asked.putObject(ONLY).put("method", Elicitation.METHOD).set("params", params);
    return new CallMemo(round + 1, asked, object(), null, call, given, sampled);
  }

  /** Returns the key of the first unanswered request to users; empty when all are answered. */
  Optional<String> next() {
    return open(Elicitation.METHOD).findFirst();
  }

  /** Returns the keys of unanswered requests with this method. */
  private Stream<String> open(String method) {
    return asked(method).filter(key -> !answers.has(key));
  }

  private Stream<String> asked(String method) {
    return requests.properties().stream()
        .filter(each -> each.getValue().path("method").asText().equals(method))
        .map(Map.Entry::getKey);
  }

  /** Adds the model's answers, which are never stored. */
  CallMemo answered(Sampler sampler) throws ModelRefused, InterruptedException {
    ObjectNode all = answers.deepCopy();
    for (String key : open(SamplingRequest.METHOD).toList()) {
      all.set(key, sampler.answer(requests.path(key).path("params")));
    }
    return new CallMemo(round, requests, all, state, held, given, sampled);
  }

  Elicitation question(String key) {
    return Elicitation.read(requests.path(key).path("params"));
  }

  /** Builds the ticket of the next request to a user. */
  SuspendTicket ticket(String server) {
    String key = next().orElseThrow();
    int count = (int) asked(Elicitation.METHOD).count();
    return question(key).ticket(server, answers.size() + 1, count, json());
  }

  /** Adds the answer to the pending request. */
  CallMemo answered(Decision decision) {
    String key = next().orElseThrow();
    ObjectNode reply = question(key).reply(decision);
    ObjectNode all = answers.deepCopy();
    all.set(key, reply);
    ObjectNode known = given.deepCopy();
    known.set(hash(requests.path(key).path("params")), reply);
    return new CallMemo(round, requests, all, state, held, known, sampled);
  }

  /** Returns the earlier answer to the same request; null when there is none. */
  ObjectNode known(JsonNode params) {
    return given.get(hash(params)) instanceof ObjectNode reply ? reply : null;
  }

  /** Removes an answer: it applies to one request only. */
  CallMemo without(JsonNode params) {
    ObjectNode fewer = given.deepCopy();
    fewer.remove(hash(params));
    return new CallMemo(round, requests, answers, state, held, fewer, sampled);
  }

  /** Returns whether a user refused to visit a page. */
  boolean declined() {
    return held == null
        && answers.properties().stream()
            .anyMatch(each -> !each.getValue().path("action").asText().equals("accept"));
  }

  /** Ignores the ids: they name a request but are not its content. */
  private static String hash(JsonNode params) {
    ObjectNode asked = params.deepCopy();
    asked.remove(List.of("_meta", "elicitationId"));
    return new CanonicalHash().of(asked);
  }
}
