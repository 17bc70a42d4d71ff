package io.awaken.chaos.fault;

import io.awaken.chaos.inside.Failpoint.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A fault that a round injects.
 *
 * @param what the kind of fault
 * @param node the number of the node, or the next number for the remote server; ignored for faults
 *     of the database
 * @param afterMillis the delay from the start of the round
 * @param point the name of the failpoint; empty for other faults
 * @param skip how many times the failpoint is passed without effect
 * @param thread the id prefix of the threads whose writes are affected; empty for all threads
 */
public record Fault(What what, int node, int afterMillis, String point, int skip, String thread) {

  /** The kind of fault. */
  public enum What {
    /** {@code kill -9}. */
    KILL,
    /** SIGSTOP for longer than a lease, then SIGCONT. */
    FREEZE,
    /** SIGTERM. */
    DRAIN,
    /** SIGTERM, then {@code kill -9} before the shutdown has finished. */
    DRAIN_AND_KILL,
    /** All database sessions are terminated. */
    SESSIONS,
    /** The database is restarted with a fast shutdown. */
    RESTART,
    /** The database is restarted after an immediate shutdown, which has the effect of a crash. */
    CRASH,
    /** The node halts at a failpoint. */
    HALT_AT,
    /** A write waits at a failpoint. */
    DELAY_AT,
    /** A write fails at a failpoint. */
    FAIL_AT;

    /** The action of the failpoint. */
    Action action() {
      return switch (this) {
        case HALT_AT -> Action.HALT;
        case DELAY_AT -> Action.DELAY;
        case FAIL_AT -> Action.FAIL;
        default -> throw new IllegalStateException(this + " has no failpoint");
      };
    }

    boolean atFailpoint() {
      return this == HALT_AT || this == DELAY_AT || this == FAIL_AT;
    }

    /** Whether it stops a node, whose restart takes several seconds. */
    public boolean stopsNode() {
      return this == KILL || this == DRAIN || this == DRAIN_AND_KILL || this == HALT_AT;
    }
  }

  /** The failpoints that random faults use. */
  public static final List<String> FAILPOINTS =
      List.of(
          "before-submit",
          "after-submit",
          "before-claim",
          "after-claim",
          "before-commit",
          "after-commit",
          "before-park",
          "after-park",
          "before-finish",
          "after-finish");

  private static final List<What> QUICK =
      List.of(
          What.FREEZE,
          What.SESSIONS,
          What.SESSIONS,
          What.RESTART,
          What.CRASH,
          What.DELAY_AT,
          What.DELAY_AT,
          What.FAIL_AT);

  private static final List<What> SLOW =
      List.of(What.KILL, What.KILL, What.HALT_AT, What.HALT_AT, What.DRAIN, What.DRAIN_AND_KILL);

  /** One of this many rounds stops a node. */
  private static final int ROUNDS_PER_STOP = 3;

  private static final int MAX_DELAY_MILLIS = 1_800;

  /**
   * One to four faults at random, ordered by their time.
   *
   * @param servers the number of the nodes and the remote server
   */
  public static List<Fault> random(Random dice, int servers) {
    var faults = new ArrayList<Fault>();
    int count = 1 + dice.nextInt(3);
    for (int i = 0; i < count; i++) {
      faults.add(randomOf(QUICK, dice, servers));
    }
    if (dice.nextInt(ROUNDS_PER_STOP) == 0) {
      faults.add(randomOf(SLOW, dice, servers));
    }
    faults.sort(java.util.Comparator.comparingInt(Fault::afterMillis));
    return List.copyOf(faults);
  }

  private static Fault randomOf(List<What> kinds, Random dice, int servers) {
    What what = kinds.get(dice.nextInt(kinds.size()));
    int node = dice.nextInt(servers);
    int after = dice.nextInt(MAX_DELAY_MILLIS);
    return what.atFailpoint()
        ? new Fault(
            what,
            node,
            after / 3,
            FAILPOINTS.get(dice.nextInt(FAILPOINTS.size())),
            dice.nextInt(6),
            "")
        : new Fault(what, node, after, "", 0, "");
  }

  @Override
  public String toString() {
    return what.atFailpoint()
        ? "%d ms %s %s #%d on node %d".formatted(afterMillis, what, point, skip, node)
        : "%d ms %s on node %d".formatted(afterMillis, what, node);
  }
}
