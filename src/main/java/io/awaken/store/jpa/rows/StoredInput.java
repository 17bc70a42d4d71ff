package io.awaken.store.jpa.rows;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.run.OwnerlessEnding;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The parts of a job's rows that a claim reads.
 *
 * @param caller the caller it acts for
 * @param spec what is asked of its run, with the messages to append to the thread
 */
public record StoredInput(Caller caller, RunSpec spec) {

  /** The messages to append to the thread. */
  public List<Message> messages() {
    return spec.messages();
  }

  /**
   * Reads the input of the next attempt; only the first one has messages.
   *
   * @throws Unreadable when no attempt can execute the run
   */
  public static StoredInput read(JobRow job, RunRow run) {
    return read(job, run, () -> job.attemptCount == 0 ? messages(job) : List.of());
  }

  /**
   * Reads the input with its messages, appended or not.
   *
   * @throws Unreadable when no attempt can execute the run
   */
  public static StoredInput whole(JobRow job, RunRow run) {
    return read(job, run, () -> messages(job));
  }

  /** Messages of older versions name no sender; it is the caller of their run. */
  private static StoredInput read(JobRow job, RunRow run, Supplier<List<Message>> messages) {
    List<Message> input = read("its messages", messages);
    Caller caller = read("the roles of its caller", run::caller);
    RunSpec spec =
        run.spec().withMessages(input).superseding(job.supersedes).withDelivery(job.delivery());
    return new StoredInput(caller, spec.sentBy(caller.signature()));
  }

  /** Returns the messages for readers; empty when unreadable. */
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
    // Null elements and messages without an id count as invalid JSON.
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
   * @param what the part, for operators
   * @throws Unreadable when it cannot be decoded
   */
  public static <T> T read(String what, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (RuntimeException | StackOverflowError e) {
      throw new Unreadable(what + " cannot be decoded (" + e.getClass().getSimpleName() + ")");
    }
  }

  /** Names the part of a job that cannot be decoded, without its content. */
  public static final class Unreadable extends NotExecutable {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message, OwnerlessEnding.notExecutable());
    }
  }

  /** Rolls back a claim whose job goes to the dead letter instead. */
  public static class NotExecutable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient TerminationReason ending;

    /**
     * @param message for operators
     * @param ending for clients
     */
    public NotExecutable(String message, TerminationReason ending) {
      super(message, null, false, false);
      this.ending = ending;
    }

    /** Uses one text for operators and clients. */
    public NotExecutable(TerminationReason ending) {
      this(((TerminationReason.Error) ending).value(), ending);
    }

    public TerminationReason ending() {
      return ending;
    }
  }
}
