package io.awaken.store.jpa.rows;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.Ids;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.run.OwnerlessEnding;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What a claim reads of the rows of a job.
 *
 * @param messages that are to be appended to the thread
 * @param caller on whose behalf
 * @param clientTools tools of the client
 * @param overrides settings of the run's model calls
 */
public record StoredInput(
    List<Message> messages,
    Caller caller,
    List<ClientTool> clientTools,
    InferenceOverride overrides) {

  /**
   * What the next attempt needs: the first one appends the messages.
   *
   * @throws Unreadable when nobody could execute the run, however often it is tried
   */
  public static StoredInput read(JobRow job, RunRow run) {
    return read(run, () -> job.attemptCount == 0 ? messages(job) : List.of());
  }

  /** With the messages, whether or not they were appended; throws as well. */
  public static StoredInput whole(JobRow job, RunRow run) {
    return read(run, () -> messages(job));
  }

  /** Messages that an earlier version stored name no sender; it is the caller of their run. */
  private static StoredInput read(RunRow run, Supplier<List<Message>> messages) {
    List<Message> input = read("its messages", messages);
    Caller caller = read("the roles of its caller", run::caller);
    return new StoredInput(
        input.stream().map(message -> message.sentBy(caller.signature())).toList(),
        caller,
        read("the tools of its client", () -> StoredJson.readClientTools(run.clientTools)),
        read("the settings of its model calls", () -> StoredJson.readOverrides(run.overrides)));
  }

  /** The messages for somebody who only looks: none where nobody can read them. */
  static List<Message> shown(JobRow job) {
    if (job.input == null) {
      return List.of();
    }
    try {
      return read("its messages", () -> messages(job));
    } catch (Unreadable e) {
      return List.of();
    }
  }

  private static List<Message> messages(JobRow job) {
    // Null elements and messages without an id are no better than what is no JSON at all.
    List<Message> messages = List.copyOf(StoredJson.readMessages(job.input));
    requireStorable(messages);
    return messages;
  }

  static void requireStorable(List<Message> messages) {
    for (Message message : messages) {
      Ids.check("message id", message.id());
      Objects.requireNonNull(message.role(), "role");
    }
  }

  /**
   * @param what is read, for operators
   * @throws Unreadable when it cannot be decoded
   */
  public static <T> T read(String what, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (RuntimeException | StackOverflowError e) {
      throw new Unreadable(what + " cannot be decoded (" + e.getClass().getSimpleName() + ")");
    }
  }

  /** Says which part of a job cannot be decoded, and nothing of what it says. */
  public static final class Unreadable extends JobGivenUp {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message, OwnerlessEnding.notExecutable());
    }
  }
}
