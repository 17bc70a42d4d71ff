package io.awaken.http.submit;

import java.util.function.IntFunction;

/**
 * How a protocol names the parts of a request, so that a refusal names the field that its client
 * sent. Immutable if the function is.
 *
 * @param agent the agent that is asked for
 * @param thread the conversation
 * @param key the idempotency key of a request
 * @param cursor where a reader wants to go on
 * @param message the content of the message with this index
 * @param part a field of a part of a message
 * @param supersedes the message from which on everything is superseded
 * @param tools the list of tools that the client declares
 */
public record FieldNames(
    String agent,
    String thread,
    String key,
    String cursor,
    IntFunction<String> message,
    Part part,
    String supersedes,
    String tools) {

  /** What clients call the thread that a thread comes from. */
  public static final String PARENT_THREAD = "parent_thread_id";

  /** The names of the native API. */
  public static final FieldNames NATIVE =
      new FieldNames(
          "agent_id",
          "thread_id",
          "Idempotency-Key",
          "cursor",
          "messages[%d].content"::formatted,
          "messages[%d].content[%d].%s"::formatted,
          "supersedes",
          "frontend_tools");

  /** Names of a protocol in which nothing is superseded. */
  public FieldNames(
      String agent,
      String thread,
      String key,
      String cursor,
      IntFunction<String> message,
      Part part,
      String tools) {
    this(agent, thread, key, cursor, message, part, null, tools);
  }

  /** Names a field of a part. */
  @FunctionalInterface
  public interface Part {

    /**
     * @param field {@code type}, {@code url}, {@code media_type}, {@code media_id} or {@code data}
     */
    String name(int message, int part, String field);
  }

  /** A copy for messages found elsewhere. */
  public FieldNames messages(IntFunction<String> other) {
    return new FieldNames(agent, thread, key, cursor, other, part, supersedes, tools);
  }
}
