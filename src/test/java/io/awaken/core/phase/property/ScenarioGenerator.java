package io.awaken.core.phase.property;

import io.awaken.core.phase.property.Scenario.Emit;
import io.awaken.core.phase.property.Scenario.Entered;
import io.awaken.core.phase.property.Scenario.Hook;
import io.awaken.core.phase.property.Scenario.Program;
import io.awaken.core.phase.property.Scenario.Schedule;
import io.awaken.core.phase.property.Scenario.Step;
import io.awaken.core.phase.property.Scenario.Trouble;
import io.awaken.core.phase.property.Scenario.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Generates cases; the random numbers determine the case. */
final class ScenarioGenerator {

  private static final int PROGRAMS = 5;

  private final RandomGenerator random;
  private final boolean calm;

  /** Actions may come back to where they began; then none of them schedules two. */
  private final boolean circular;

  private ScenarioGenerator(RandomGenerator random, boolean calm) {
    this.random = random;
    this.calm = calm;
    this.circular = random.nextInt(4) == 0;
  }

  /** Anything may happen. */
  static Scenario anything(RandomGenerator random) {
    return new ScenarioGenerator(random, false).scenario();
  }

  /** Only commutative updates, and actions that read nothing; without failures. */
  static Scenario commutative(RandomGenerator random) {
    return new ScenarioGenerator(random, true).scenario();
  }

  private Scenario scenario() {
    List<Program> programs = new ArrayList<>();
    for (int i = 0; i < PROGRAMS; i++) {
      programs.add(program(i));
    }
    List<Hook> hooks = new ArrayList<>();
    int count = random.nextInt(7);
    for (int i = 0; i < count; i++) {
      int priority = random.nextInt(4) == 0 ? random.nextInt(-1, 2) : 0;
      boolean ignored = random.nextInt(3) == 0;
      hooks.add(new Hook("h" + i, phase(), priority, ignored, program(-1)));
    }
    return new Scenario(hooks, programs);
  }

  private Entered phase() {
    int n = random.nextInt(8);
    return n < 5 ? Entered.FIRST : n < 7 ? Entered.SECOND : Entered.LAST;
  }

  /**
   * @param index among the programs of actions, or -1 for that of a hook
   */
  private Program program(int index) {
    List<Step> steps = new ArrayList<>();
    int count = random.nextInt(index < 0 ? 0 : 1, 4);
    for (int i = 0; i < count; i++) {
      steps.add(step(index));
    }
    if (circular && index >= 0) {
      steps.removeIf(Schedule.class::isInstance);
      if (random.nextInt(6) > 0) {
        steps.add(new Schedule(action(), random.nextInt(PROGRAMS)));
      }
    }
    return new Program(trouble(), steps);
  }

  private Step step(int index) {
    int n = random.nextInt(10);
    if (n < 5 || index == PROGRAMS - 1 && n < 8) {
      return write(index);
    }
    return n < 8
        ? new Schedule(action(), random.nextInt(index + 1, PROGRAMS))
        : new Emit(rarelyUnknown("notify"), random.nextInt(10));
  }

  private Write write(int index) {
    List<String> keys = new ArrayList<>(Scenario.COMMUTATIVE);
    if (!calm) {
      keys.addAll(Scenario.EXCLUSIVE);
    }
    String key = keys.get(random.nextInt(keys.size()));
    boolean reads = random.nextInt(3) == 0 && !(calm && index >= 0);
    return new Write(
        rarelyUnknown(key), amount(), reads ? keys.get(random.nextInt(keys.size())) : null);
  }

  private int amount() {
    int special = calm ? 2 : random.nextInt(30);
    return special == 0 ? Scenario.POISON : special == 1 ? Scenario.REMOVAL : random.nextInt(1, 10);
  }

  private String action() {
    return rarelyUnknown(random.nextInt(3) == 0 ? Entered.SECOND.name() : Entered.FIRST.name());
  }

  private String rarelyUnknown(String name) {
    return !calm && random.nextInt(40) == 0 ? Scenario.UNKNOWN : name;
  }

  private Trouble trouble() {
    int n = calm ? 0 : random.nextInt(20);
    return n == 19 ? Trouble.ALWAYS : n >= 17 ? Trouble.WHEN_ODD : Trouble.NEVER;
  }
}
