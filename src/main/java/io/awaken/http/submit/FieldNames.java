package io.awaken.http.submit;

import java.util.function.IntFunction;

/**
 * A protocol's names for the parts of a request, so that a refusal names the client's own field.
 * Immutable if the function is.
 *
 * @param agent the requested agent
 * @param thread the conversation
 * @param key the idempotency key of a request
 * @param cursor a reader's position
 * @param message the content of the message with this index
 * @param part a field of a part of a message
 * @param supersedes the first message to supersede
 * @param tools the list of front-end tools
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

  /** The name of the parent thread's field. */
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

  /** Names of a protocol without superseding. */
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

  /** Returns a copy with other names of messages. */
  public FieldNames messages(IntFunction<String> other) {
    return new FieldNames(agent, thread, key, cursor, other, part, supersedes, tools);
  }
}
