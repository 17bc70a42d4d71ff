package io.awaken.chaos.check;

/**
 * Something was not there.
 *
 * @param what for people
 * @param part which node, {@link #DATABASE} or {@link #MACHINE}
 * @param from when it was gone
 * @param until when it was back and healthy
 */
public record Outage(String what, int part, long from, long until) {
  public static final int DATABASE = -1;

  /** Nothing moved on it, the clients neither. */
  public static final int MACHINE = -2;

  /** Whether nothing can move without it. */
  boolean total() {
    return part < 0;
  }
}
