package io.awaken.chaos.check;

import java.util.List;
import java.util.Map;

/**
 * What was found when all was quiet again.
 *
 * @param runs every run of the round by its id
 * @param messages what each thread holds, in order
 * @param jobs jobs that did not simply go well
 * @param work what the tools' ledger counted
 * @param repeated the run that each accepted key led to when it was sent again; empty for none
 * @param figures what is bounded, by its name
 */
public record Found(
    Map<String, Run> runs,
    Map<String, List<Said>> messages,
    List<Job> jobs,
    List<Work> work,
    Map<String, String> repeated,
    List<Figure> figures) {

  /**
   * A run.
   *
   * @param termination why it ended, as the run's document says
   * @param output its answer; null for none
   * @param began whether a node has ever claimed it
   * @param replays its events as each node tells them from the beginning
   */
  public record Run(
      String id,
      String thread,
      String agent,
      String status,
      String termination,
      String output,
      boolean began,
      List<List<Heard>> replays) {

    /** The events, as the first node tells them. */
    public List<Heard> log() {
      return replays.getFirst();
    }
  }

  /**
   * A message.
   *
   * @param run the run that it came with
   * @param text what it says; of a tool's result only that it is one
   * @param calls how many calls it asks for
   */
  public record Said(String run, String role, String text, int calls) {}

  /** A job that is in the dead letter, or is not over. */
  public record Job(
      String id,
      String thread,
      String run,
      String status,
      int attempts,
      String error,
      boolean payload) {}

  /** Work that a tool asked the ledger for. */
  public record Work(String tool, String run, String call, String key) {}

  /** Something that is bounded. */
  public record Figure(String name, double value, double limit) {}
}
