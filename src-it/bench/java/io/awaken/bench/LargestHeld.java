package io.awaken.bench;

import java.io.IOException;
import java.util.List;

/**
 * Looks for the largest load that is held: up a ladder until a rung is too much, then between the
 * last that was held and the first that was not. Immutable.
 *
 * @param ladder loads in rising order
 * @param precision how close the two loads must come, as part of the one that is held; 1 to stay on
 *     the ladder
 * @param attempts how often a load may fail before it counts as too much
 */
record LargestHeld(List<Integer> ladder, double precision, int attempts) {

  LargestHeld {
    ladder = List.copyOf(ladder);
  }

  /** Tries a load once. */
  @FunctionalInterface
  interface Trial {
    boolean holds(int load) throws IOException, InterruptedException;
  }

  /** The largest load that was held; 0 when the lowest rung is too much. */
  int find(Trial trial) throws IOException, InterruptedException {
    int held = 0;
    for (int rung : ladder) {
      if (!held(rung, trial)) {
        return between(held, rung, trial);
      }
      held = rung;
    }
    return held;
  }

  private int between(int from, int to, Trial trial) throws IOException, InterruptedException {
    int held = from;
    int tooMuch = to;
    while (precision < 1 && tooMuch - held > Math.max(1, held * precision)) {
      int middle = (held + tooMuch) / 2;
      if (held(middle, trial)) {
        held = middle;
      } else {
        tooMuch = middle;
      }
    }
    return held;
  }

  private boolean held(int load, Trial trial) throws IOException, InterruptedException {
    for (int attempt = 0; attempt < attempts; attempt++) {
      if (trial.holds(load)) {
        return true;
      }
    }
    return false;
  }
}
