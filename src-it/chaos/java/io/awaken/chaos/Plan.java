package io.awaken.chaos;

import io.awaken.chaos.client.Story;
import io.awaken.chaos.fault.Fault;
import io.awaken.chaos.inside.Failpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What happens in a round.
 *
 * @param seed makes the same plan again
 * @param threads ids of threads, each with the story that is played with it
 * @param faults what is done meanwhile, in this order
 * @param oneNode whether the clients keep to the first node as long as it answers
 */
record Plan(long seed, List<Scene> threads, List<Fault> faults, boolean oneNode) {

  private static final int FEWEST = 6;
  private static final int MORE = 7;

  /** Every so manieth round has a run that nobody can write. */
  private static final int POISONED = 4;

  /**
   * A story and its thread.
   *
   * @param seed of the client's own choices
   */
  record Scene(String thread, Story story, long seed) {}

  static Plan of(long seed, int nodes) {
    var dice = new Random(seed);
    String prefix = prefix(seed);
    var scenes = new ArrayList<Scene>();
    int count = FEWEST + dice.nextInt(MORE);
    for (int i = 0; i < count; i++) {
      scenes.add(new Scene(prefix + i, Story.any(dice), dice.nextLong()));
    }
    if (dice.nextInt(POISONED) == 0) {
      String thread = Failpoints.POISONED + prefix + "x";
      scenes.add(new Scene(thread, Story.POISON, dice.nextLong()));
    }
    return new Plan(seed, List.copyOf(scenes), Fault.some(dice, nodes), false);
  }

  /** One that is written down instead. */
  static Plan directed(long seed, List<Story> stories, List<Fault> faults) {
    var scenes = new ArrayList<Scene>();
    for (int i = 0; i < stories.size(); i++) {
      Story story = stories.get(i);
      String start = story == Story.POISON ? Failpoints.POISONED : "";
      scenes.add(new Scene(start + prefix(seed) + i, story, seed * 31 + i));
    }
    return new Plan(seed, List.copyOf(scenes), faults, true);
  }

  private static String prefix(long seed) {
    return "chaos-" + Long.toUnsignedString(seed, 36) + "-";
  }

  /** Whether a node has to be started again, which takes long. */
  boolean stopsNodes() {
    return faults.stream().anyMatch(fault -> fault.what().stopsNode());
  }

  /** What the ids of all its threads begin with. */
  List<String> prefixes() {
    return List.of(prefix(seed), Failpoints.POISONED + prefix(seed));
  }

  @Override
  public String toString() {
    return "seed %d: %s; %s".formatted(seed, threads.stream().map(Scene::story).toList(), faults);
  }
}
