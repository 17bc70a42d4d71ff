package io.awaken.bench;

import java.io.IOException;
import java.util.List;

/**
 * Finds the largest load that the server sustains: climbs the ladder until a load fails, then
 * bisects between the last success and the first failure. Immutable.
 *
 * @param ladder loads in ascending order
 * @param precision the largest difference between the two loads, as a fraction of the sustained
 *     one; 1 to test only loads of the ladder
 * @param attempts the number of failures after which a load counts as too high
 */
record LargestHeld(List<Integer> ladder, double precision, int attempts) {

  LargestHeld {
    ladder = List.copyOf(ladder);
  }

  /** Applies a load once. */
  @FunctionalInterface
  interface Trial {
    boolean holds(int load) throws IOException, InterruptedException;
  }

  /** Returns the largest sustained load; 0 if the lowest one is too high. */
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
