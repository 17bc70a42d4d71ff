package io.awaken.chaos;

import io.awaken.chaos.client.Story;
import io.awaken.chaos.fault.Fault;
import io.awaken.chaos.inside.Failpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The stories and faults of a round.
 *
 * @param seed determines the whole plan
 * @param threads the threads and the story of each
 * @param faults the faults, ordered by their time
 * @param oneNode whether the clients use the first node as long as it answers
 */
record Plan(long seed, List<Scene> threads, List<Fault> faults, boolean oneNode) {

  private static final int MIN_THREADS = 6;
  private static final int EXTRA_THREADS = 7;

  /** One of this many rounds has a run whose commits always fail. */
  private static final int ROUNDS_PER_POISON = 4;

  /** One of this many runs with delegates is cancelled. */
  private static final int DELEGATED_PER_RECALL = 3;

  /**
   * A thread and its story.
   *
   * @param seed determines the choices of the client
   */
  record Scene(String thread, Story story, long seed) {}

  static Plan of(long seed, int nodes) {
    var dice = new Random(seed);
    String prefix = prefix(seed);
    var scenes = new ArrayList<Scene>();
    int count = MIN_THREADS + dice.nextInt(EXTRA_THREADS);
    for (int i = 0; i < count; i++) {
      scenes.add(new Scene(prefix + i, Story.any(dice), dice.nextLong()));
    }
    boolean recalled = dice.nextInt(DELEGATED_PER_RECALL) == 0;
    Story delegated = recalled ? Story.RECALLED : Story.DELEGATED;
    scenes.add(new Scene(prefix + "d", delegated, dice.nextLong()));
    if (dice.nextInt(ROUNDS_PER_POISON) == 0) {
      String thread = Failpoints.POISONED + prefix + "x";
      scenes.add(new Scene(thread, Story.POISON, dice.nextLong()));
    }
    return new Plan(seed, List.copyOf(scenes), Fault.random(dice, nodes + 1), false);
  }

  /** The plan with the given stories and faults. */
  static Plan directed(long seed, List<Story> stories, List<Fault> faults) {
    var scenes = new ArrayList<Scene>();
    for (int i = 0; i < stories.size(); i++) {
      Story story = stories.get(i);
      String poisoned = story == Story.POISON ? Failpoints.POISONED : "";
      scenes.add(new Scene(poisoned + prefix(seed) + i, story, seed * 31 + i));
    }
    return new Plan(seed, List.copyOf(scenes), faults, true);
  }

  private static String prefix(long seed) {
    return "chaos-" + Long.toUnsignedString(seed, 36) + "-";
  }

  /** Whether it stops a node, whose restart takes several seconds. */
  boolean stopsNodes() {
    return faults.stream().anyMatch(fault -> fault.what().stopsNode());
  }

  /** The prefixes of the ids of all threads. */
  List<String> prefixes() {
    return List.of(prefix(seed), Failpoints.POISONED + prefix(seed));
  }

  @Override
  public String toString() {
    return "seed %d: %s; %s".formatted(seed, threads.stream().map(Scene::story).toList(), faults);
  }
}
