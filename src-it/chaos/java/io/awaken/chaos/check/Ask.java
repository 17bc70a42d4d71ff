package io.awaken.chaos.check;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

/**
 * One message that a client sent, as often as it took to be answered.
 *
 * @param key its idempotency key
 * @param thread the conversation
 * @param agent the agent
 * @param mode what becomes of a run that keeps the thread
 * @param text what was said; no other message says the same
 * @param sent when it was sent first
 * @param answers what was answered, in this order
 */
public record Ask(
    String key,
    String thread,
    String agent,
    String mode,
    String text,
    long sent,
    List<Answer> answers) {

  public static final int ACCEPTED = 200;

  /**
   * An answer.
   *
   * @param at when
   * @param status of HTTP; 0 when the connection broke
   * @param code why it was refused, or what broke
   * @param run the run that its stream said it is; null when it said none
   */
  public record Answer(long at, int status, String code, String run) {}

  public Ask {
    answers = List.copyOf(answers);
  }

  public boolean accepted() {
    return answers.stream().anyMatch(answer -> answer.status() == ACCEPTED);
  }

  /** When it was first answered that it is. */
  long acceptedAt() {
    return answers.stream()
        .filter(answer -> answer.status() == ACCEPTED)
        .mapToLong(Answer::at)
        .min()
        .orElseThrow();
  }

  /** The body of its request. */
  public String body() {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("agent_id", agent).put("thread_id", thread).put("mode", mode);
    body.putArray("messages").addObject().put("role", "user").put("content", text);
    return body.toString();
  }

  /** Every run that an answer named. */
  List<String> runs() {
    return answers.stream().map(Answer::run).filter(run -> run != null).distinct().toList();
  }
}
