package io.awaken.chaos.check;

/**
 * A time during which a server, the database or the whole machine was unavailable.
 *
 * @param what a description for the history of the round
 * @param part the number of the node, the next number for the remote server, {@link #DATABASE} or
 *     {@link #MACHINE}
 * @param from when it became unavailable
 * @param until when it was healthy again
 */
public record Outage(String what, int part, long from, long until) {
  public static final int DATABASE = -1;

  /** The whole machine stalled, including the clients. */
  public static final int MACHINE = -2;

  /** Whether no run can continue during the outage. */
  boolean total() {
    return part < 0;
  }
}
