package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.question.Elicitation;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.ModelRefused;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a call that asks people needs to know when they have answered, be it days later and on
 * another node (features row 1131). Kept with the question as JSON; the runtime shows it to nobody.
 *
 * @param round how often the server has asked in this call
 * @param requests what the server asks, by key
 * @param answers what was answered, by the same keys
 * @param state goes back to the server unread; null for none
 * @param held names the call that goes on meanwhile, until 2025-11-25; null when none does
 * @param given answers of earlier rounds, by the hash of what was asked: a call that is repeated
 *     from the beginning asks nobody twice
 * @param sampled how often the server has asked the model in this call
 */
record CallMemo(
    int round,
    ObjectNode requests,
    ObjectNode answers,
    String state,
    String held,
    ObjectNode given,
    int sampled) {

  /** How often a server may ask in one call. */
  static final int MAX_ROUNDS = 20;

  /** The key of the only request of a call that is held. */
  static final String ONLY = "only";

  /** A call that has asked nothing yet. */
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

  /** The same after questions to the model. */
  CallMemo sampled(int count) {
    return new CallMemo(round, requests, answers, state, held, given, count);
  }

  /** The server asks again. */
  CallMemo asking(InputRequired required) {
    return new CallMemo(
        round + 1, required.requests(), object(), required.state(), null, given, sampled);
  }

  /** A call that goes on meanwhile asks one thing. */
  CallMemo holding(String call, JsonNode params) {
    ObjectNode asked = object();
    asked.putObject(ONLY).put("method", Elicitation.METHOD).set("params", params);
    return new CallMemo(round + 1, asked, object(), null, call, given, sampled);
  }

  /** The key of the first question to people without an answer; empty when all have one. */
  Optional<String> next() {
    return open(Elicitation.METHOD).findFirst();
  }

  /** The keys of requests with a method that have no answer. */
  private Stream<String> open(String method) {
    return asked(method).filter(key -> !answers.has(key));
  }

  private Stream<String> asked(String method) {
    return requests.properties().stream()
        .filter(each -> each.getValue().path("method").asText().equals(method))
        .map(Map.Entry::getKey);
  }

  /** The same with the model's answers to what it is asked; they are never kept. */
  CallMemo answered(Sampler sampler) throws ModelRefused, InterruptedException {
    ObjectNode all = answers.deepCopy();
    for (String key : open(SamplingRequest.METHOD).toList()) {
      all.set(key, sampler.answer(requests.path(key).path("params")));
    }
    return new CallMemo(round, requests, all, state, held, given, sampled);
  }

  /** The question of a key. */
  Elicitation question(String key) {
    return Elicitation.read(requests.path(key).path("params"));
  }

  /** Asks the next question. */
  SuspendTicket ticket(String server) {
    String key = next().orElseThrow();
    int count = (int) asked(Elicitation.METHOD).count();
    return question(key).ticket(server, answers.size() + 1, count, json());
  }

  /** The same with the answer to the question that was asked. */
  CallMemo answered(Decision decision) {
    String key = next().orElseThrow();
    ObjectNode reply = question(key).reply(decision);
    ObjectNode all = answers.deepCopy();
    all.set(key, reply);
    ObjectNode known = given.deepCopy();
    known.set(hash(requests.path(key).path("params")), reply);
    return new CallMemo(round, requests, all, state, held, known, sampled);
  }

  /** What was answered to the same question before; null when it was not asked. */
  ObjectNode known(JsonNode params) {
    return given.get(hash(params)) instanceof ObjectNode reply ? reply : null;
  }

  /** An answer counts for one question. */
  CallMemo without(JsonNode params) {
    ObjectNode fewer = given.deepCopy();
    fewer.remove(hash(params));
    return new CallMemo(round, requests, answers, state, held, fewer, sampled);
  }

  /** Whether somebody refused to visit a page. */
  boolean declined() {
    return held == null
        && answers.properties().stream()
            .anyMatch(each -> !each.getValue().path("action").asText().equals("accept"));
  }

  /** What names a question is not what it asks. */
  private static String hash(JsonNode params) {
    ObjectNode asked = params.deepCopy();
    asked.remove(List.of("_meta", "elicitationId"));
    return Hashes.of(asked);
  }
}
