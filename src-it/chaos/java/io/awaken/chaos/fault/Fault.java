package io.awaken.chaos.fault;

import io.awaken.chaos.inside.Failpoint.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Something that is done in a round.
 *
 * @param what is done
 * @param node to which node, where it is one
 * @param afterMillis when, from the beginning of the round
 * @param point at which point of its writes, where it is one
 * @param skip how often the point is passed before
 * @param thread what ids of threads begin with that it is meant for; empty for all
 */
public record Fault(What what, int node, int afterMillis, String point, int skip, String thread) {

  /** What is done. */
  public enum What {
    /** {@code kill -9}. */
    KILL,
    /** SIGSTOP for longer than a lease. */
    FREEZE,
    /** SIGTERM, as an operator does it. */
    DRAIN,
    /** SIGTERM, and {@code kill -9} a little later. */
    DRAIN_AND_KILL,
    /** Every session of the database ends. */
    SESSIONS,
    /** The database is restarted as an operator does it. */
    RESTART,
    /** The database goes down at once. */
    CRASH,
    /** The node ends by itself at a point. */
    HALT_AT,
    /** A write waits at a point. */
    DELAY_AT,
    /** A write fails at a point. */
    FAIL_AT;

    /** What happens at the point. */
    Action action() {
      return switch (this) {
        case HALT_AT -> Action.HALT;
        case DELAY_AT -> Action.DELAY;
        case FAIL_AT -> Action.FAIL;
        default -> throw new IllegalStateException("nothing happens at a point");
      };
    }

    boolean atPoint() {
      return this == HALT_AT || this == DELAY_AT || this == FAIL_AT;
    }

    /** Whether a node has to be started again, which takes long. */
    public boolean stopsNode() {
      return this == KILL || this == DRAIN || this == DRAIN_AND_KILL || this == HALT_AT;
    }
  }

  /** Where a node's writes can be met. */
  public static final List<String> POINTS =
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

  /** Every so manieth round ends a node. */
  private static final int SELDOM = 3;

  private static final int WITHIN_MILLIS = 1_800;

  /** Some of them, from a seed. */
  public static List<Fault> some(Random dice, int nodes) {
    var faults = new ArrayList<Fault>();
    int count = 1 + dice.nextInt(3);
    for (int i = 0; i < count; i++) {
      faults.add(one(QUICK, dice, nodes));
    }
    if (dice.nextInt(SELDOM) == 0) {
      faults.add(one(SLOW, dice, nodes));
    }
    faults.sort(java.util.Comparator.comparingInt(Fault::afterMillis));
    return List.copyOf(faults);
  }

  private static Fault one(List<What> of, Random dice, int nodes) {
    What what = of.get(dice.nextInt(of.size()));
    int node = dice.nextInt(nodes);
    int after = dice.nextInt(WITHIN_MILLIS);
    return what.atPoint()
        ? new Fault(
            what, node, after / 3, POINTS.get(dice.nextInt(POINTS.size())), dice.nextInt(6), "")
        : new Fault(what, node, after, "", 0, "");
  }

  @Override
  public String toString() {
    return what.atPoint()
        ? "%d ms %s %s #%d on node %d".formatted(afterMillis, what, point, skip, node)
        : "%d ms %s on node %d".formatted(afterMillis, what, node);
  }
}
