package io.awaken.chaos.check;

/**
 * A cancellation, interruption or decision that a client sent, and the answer.
 *
 * @param at when the answer arrived
 * @param what the kind of command
 * @param thread the thread id
 * @param run the run id; null for a command to the thread
 * @param name the id of a decision; otherwise empty
 * @param action the action of a decision; otherwise empty
 * @param status the HTTP status; 0 if the connection broke
 * @param answer the response body
 */
public record Command(
    long at,
    What what,
    String thread,
    String run,
    String name,
    String action,
    int status,
    String answer) {

  /** The kind of a command. */
  public enum What {
    CANCEL,
    INTERRUPT,
    DECIDE
  }

  boolean accepted() {
    return status == 202;
  }
}
