package io.awaken.core.store.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The questions with which a run parks. Immutable.
 *
 * @param at when, in epoch milliseconds
 * @param questions ids of the open questions to people
 */
public record OpenQuestions(long at, List<String> questions) {

  private static final String AT = "at";
  private static final String QUESTIONS = "questions";

  public OpenQuestions {
    questions = List.copyOf(questions);
  }

  /** As the payload of an entry. */
  public ObjectNode payload() {
    ObjectNode payload = JsonNodeFactory.instance.objectNode().put(AT, at);
    questions.forEach(payload.putArray(QUESTIONS)::add);
    return payload;
  }

  /** Reads {@link #payload}. */
  public static OpenQuestions of(JsonNode payload) {
    var questions = new ArrayList<String>();
    payload.path(QUESTIONS).forEach(id -> questions.add(id.asText()));
    return new OpenQuestions(payload.path(AT).asLong(), questions);
  }
}
