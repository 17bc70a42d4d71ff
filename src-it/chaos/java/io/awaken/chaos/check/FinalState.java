package io.awaken.chaos.check;

import java.util.List;
import java.util.Map;

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
   * @param output its final output; null if it has none
   * @param began whether a node has ever claimed it
   * @param replays its events from the first on, as each node streams them
   */
  public record Run(
      String id,
      String thread,
      String agent,
      String status,
      String termination,
      String output,
      boolean began,
      List<List<Frame>> replays) {

    /** The events as the first node streams them. */
    public List<Frame> log() {
      return replays.getFirst();
    }
  }

  /**
   * A message.
   *
   * @param run the run that added it
   * @param text its text; empty for a tool's result
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
}
