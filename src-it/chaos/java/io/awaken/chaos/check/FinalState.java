package io.awaken.chaos.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the servers, the database and the ledger contained after a round.
 *
 * @param runs every run of the round by its id
 * @param messages the messages of each thread, in order
 * @param jobs jobs that are unfinished or in the dead letter
 * @param toolWork requests that the ledger received from tools
 * @param repeatedKeys the run that each accepted key returned when it was sent again; empty if the
 *     request was refused
 * @param figures measured values that have a limit
 */
public record FinalState(
    Map<String, Run> runs,
    Map<String, List<Message>> messages,
    List<Job> jobs,
    List<Work> toolWork,
    Map<String, String> repeatedKeys,
    List<Figure> figures) {

  /**
   * A run.
   *
   * @param termination why it ended, according to the run's document
   * @param parent the run that waits for it with a call, or whose task on the remote server it is;
   *     null for a run of a client, {@link #UNKNOWN} for a task that no delegate knows
   * @param output its final output; null if it has none
   * @param began whether a node has ever claimed it
   * @param replays its events from the first on, as each node streams them
   */
  public record Run(
      String id,
      String thread,
      String agent,
      String parent,
      String status,
      String termination,
      String output,
      boolean began,
      List<List<Frame>> replays) {

    /** The parent of a task that no delegate knows. */
    public static final String UNKNOWN = "unknown";

    boolean ended(String how) {
      return how.equals(termination);
    }

    /** The events as the first node streams them. */
    public List<Frame> log() {
      return replays.getFirst();
    }
  }

  /**
   * A message.
   *
   * @param run the run that added it
   * @param text its text; for a tool's result the id of the call
   * @param calls the number of tool calls in it
   */
  public record Message(String run, String role, String text, int calls) {}

  /** A job that is unfinished or in the dead letter. */
  public record Job(
      String id,
      String thread,
      String run,
      String status,
      int attempts,
      String error,
      boolean payload) {}

  /** A request of a tool to the ledger. */
  public record Work(String tool, String run, String call, String key) {}

  /** A measured value and the highest value that is allowed. */
  public record Figure(String name, double value, double limit) {}

  /** Together with what other servers and their database contained. */
  public FinalState and(FinalState other) {
    return new FinalState(
        both(runs, other.runs),
        both(messages, other.messages),
        both(jobs, other.jobs),
        both(toolWork, other.toolWork),
        both(repeatedKeys, other.repeatedKeys),
        both(figures, other.figures));
  }

  private static <V> Map<String, V> both(Map<String, V> one, Map<String, V> other) {
    var all = new HashMap<>(one);
    all.putAll(other);
    return all;
  }

  private static <T> List<T> both(List<T> one, List<T> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }
}
