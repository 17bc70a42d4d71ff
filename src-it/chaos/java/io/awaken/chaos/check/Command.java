package io.awaken.chaos.check;

/**
 * Something that a client wanted of a run, and what it was answered.
 *
 * @param at when it was answered
 * @param what is wanted
 * @param thread the conversation
 * @param run the run; null for the thread's
 * @param name of a decision: its id; else empty
 * @param wish of a decision: its action; else empty
 * @param status of HTTP; 0 when the connection broke
 * @param answer the body
 */
public record Command(
    long at,
    What what,
    String thread,
    String run,
    String name,
    String wish,
    int status,
    String answer) {

  /** What it is. */
  public enum What {
    CANCEL,
    INTERRUPT,
    DECIDE
  }

  boolean accepted() {
    return status == 202;
  }
}
