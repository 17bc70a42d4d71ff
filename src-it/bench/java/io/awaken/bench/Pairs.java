package io.awaken.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Which servers of a measurement are compared.
 *
 * @param pairs by their places in the list of servers
 */
record Pairs(List<Pair> pairs) {

  private record Pair(int one, int other, String name) {}

  /** Compares the figures of one server with those of another. */
  interface Comparison<F> {
    /**
     * @param name the other's name in the report
     */
    void of(F one, F other, String name);
  }

  Pairs() {
    this(new ArrayList<>());
  }

  /** Adds a pair. */
  void add(int one, int other, String name) {
    pairs.add(new Pair(one, other, name));
  }

  /** Compares each pair's figures. */
  <F> void compare(List<F> figures, Comparison<F> comparison) {
    for (Pair pair : pairs) {
      comparison.of(figures.get(pair.one()), figures.get(pair.other()), pair.name());
    }
  }
}
