package io.awaken.chaos.check;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

/**
 * One message that a client sent, repeatedly until a server answered.
 *
 * @param key its idempotency key; a suffix after {@code |} distinguishes submissions with one key
 * @param thread the thread id
 * @param agent the agent id
 * @param mode what happens to an active run of the thread
 * @param text the text, unique to this message unless it is a repetition
 * @param sent when it was first sent
 * @param answers the answers, in the order of arrival
 */
public record Submission(
    String key,
    String thread,
    String agent,
    String mode,
    String text,
    long sent,
    List<Answer> answers) {

  public static final int ACCEPTED = 200;

  /**
   * The answer to one attempt.
   *
   * @param at when it arrived
   * @param status the HTTP status; 0 if the connection broke
   * @param code the body of a refusal, or the connection error
   * @param run the run id in the answer's stream; null if the stream broke before it
   */
  public record Answer(long at, int status, String code, String run) {}

  public Submission {
    answers = List.copyOf(answers);
  }

  public boolean accepted() {
    return answers.stream().anyMatch(answer -> answer.status() == ACCEPTED);
  }

  /** When the first accepting answer arrived. */
  long acceptedAt() {
    return answers.stream()
        .filter(answer -> answer.status() == ACCEPTED)
        .mapToLong(Answer::at)
        .min()
        .orElseThrow();
  }

  /** The JSON body of the request. */
  public String body() {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("agent_id", agent).put("thread_id", thread).put("mode", mode);
    body.putArray("messages").addObject().put("role", "user").put("content", text);
    return body.toString();
  }

  /** The distinct run ids of all answers. */
  List<String> runs() {
    return answers.stream().map(Answer::run).filter(run -> run != null).distinct().toList();
  }
}
