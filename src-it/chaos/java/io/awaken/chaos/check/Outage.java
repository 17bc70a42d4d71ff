package io.awaken.chaos.check;

/**
 * Something was not there.
 *
 * @param what for people
 * @param part which node, or {@link #DATABASE}
 * @param from when it was gone
 * @param until when it was back and healthy
 */
public record Outage(String what, int part, long from, long until) {
  public static final int DATABASE = -1;
}
