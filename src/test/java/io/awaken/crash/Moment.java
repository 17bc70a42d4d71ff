package io.awaken.crash;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Moments at which a process is killed that are not of a tool round, with the row of the failure
 * catalogue that each stands for. Every run is one of {@link CrashContent}.
 */
enum Moment {
  /** All of the submission is written, and not committed. */
  BEFORE_ITS_COMMIT("F01"),
  /** It is committed, and nobody has heard of it. */
  BEFORE_ITS_ANSWER("F02"),
  /** It is committed and waits in the queue; nobody has claimed it. */
  WHILE_IT_IS_QUEUED("F02"),
  /** It was queued, and its claim is committed. */
  BEFORE_ITS_BEGINNING("F03"),

  /** The node drains, and waits for its tool. */
  IN_A_TOOL_OF_A_NODE_THAT_DRAINS("F10"),
  BEFORE_IT_IS_HANDED_OVER("F10"),
  AFTER_IT_WAS_HANDED_OVER("F10");

  final String row;

  Moment(String row) {
    this.row = row;
  }

  boolean drains() {
    return row.equals("F10");
  }

  static Set<String> names() {
    return Arrays.stream(values()).map(Moment::name).collect(Collectors.toSet());
  }

  @Override
  public String toString() {
    return row + " " + name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
