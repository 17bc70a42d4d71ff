package io.awaken.core.phase.property;

import io.awaken.core.phase.property.Scenario.Emit;
import io.awaken.core.phase.property.Scenario.Entered;
import io.awaken.core.phase.property.Scenario.Hook;
import io.awaken.core.phase.property.Scenario.Program;
import io.awaken.core.phase.property.Scenario.Schedule;
import io.awaken.core.phase.property.Scenario.Seen;
import io.awaken.core.phase.property.Scenario.Step;
import io.awaken.core.phase.property.Scenario.Trouble;
import io.awaken.core.phase.property.Scenario.Write;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The specification of a phase, written down as directly as possible and without any code of the
 * engine. Every commit copies everything; nothing here is fast.
 */
final class ReferenceModel {

  private static final int MAX_ROUNDS = 16;

  private final Scenario scenario;
  private final List<String> trace = new ArrayList<>();
  private final List<String> phases = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private Map<String, Integer> state = new TreeMap<>();
  private List<Schedule> waiting = new ArrayList<>();
  private List<Emit> wanted = new ArrayList<>();
  private int effects;
  private int failedEffects;

  private ReferenceModel(Scenario scenario) {
    this.scenario = scenario;
  }

  static Seen run(Scenario scenario) {
    var model = new ReferenceModel(scenario);
    for (Entered phase : Scenario.PHASES) {
      model.enter(phase);
      model.dispatch();
    }
    return new Seen(model.trace, model.phases, model.state.toString(), model.failed);
  }

  /** A failure, in the wording of the engine. */
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(String message) {
      super(message);
    }
  }

  /** The command of a program, with amounts that include what it read. */
  private record Wanted(List<Write> writes, List<Schedule> schedules, List<Emit> emits) {
    static Wanted nothing() {
      return new Wanted(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    void add(Wanted other) {
      writes.addAll(other.writes);
      schedules.addAll(other.schedules);
      emits.addAll(other.emits);
    }
  }

  private void enter(Entered phase) {
    try {
      gather(phase);
      int rounds = rounds(phase);
      if (phase == Entered.LAST) {
        waiting = new ArrayList<>();
      }
      phases.add(rounds + " rounds");
    } catch (Wrong e) {
      phases.add(e.getMessage());
    }
  }

  /** Delivers all effects so far, with the current state. */
  private void dispatch() {
    for (Emit emit : wanted) {
      effects++;
      trace.add("effect " + emit.payload() + " sees " + state);
      failedEffects += emit.payload() % 3 == 0 ? 1 : 0;
    }
    wanted = new ArrayList<>();
    phases.add(effects + " effects, " + failedEffects + " failed");
  }

  private void gather(Entered phase) throws Wrong {
    List<Hook> hooks =
        scenario.hooks().stream()
            .filter(hook -> hook.phase() == phase)
            .sorted(Comparator.comparingInt(Hook::priority))
            .toList();
    Map<String, Integer> frozen = new TreeMap<>(state);
    List<Wanted> wanted = new ArrayList<>();
    for (Hook hook : hooks) {
      wanted.add(call(hook, frozen));
    }
    Wanted batch = Wanted.nothing();
    TreeSet<String> taken = new TreeSet<>();
    List<Hook> deferred = new ArrayList<>();
    for (int i = 0; i < hooks.size(); i++) {
      if (wanted.get(i) == null) {
        continue;
      }
      TreeSet<String> exclusive = new TreeSet<>();
      wanted.get(i).writes().forEach(write -> exclusive.add(write.key()));
      exclusive.retainAll(Scenario.EXCLUSIVE);
      if (exclusive.stream().anyMatch(taken::contains)) {
        deferred.add(hooks.get(i));
      } else {
        taken.addAll(exclusive);
        batch.add(wanted.get(i));
      }
    }
    commit(batch, null);
    for (Hook hook : deferred) {
      Wanted again = call(hook, new TreeMap<>(state));
      if (again != null) {
        commit(again, null);
      }
    }
  }

  /**
   * @return null when the hook failed and that is ignored
   */
  private Wanted call(Hook hook, Map<String, Integer> seen) throws Wrong {
    trace.add("hook " + hook.name() + " sees " + seen);
    try {
      return evaluated(hook.program(), seen);
    } catch (Wrong e) {
      if (hook.ignored()) {
        return null;
      }
      throw new Wrong(hook.name() + " failed: " + e.getMessage());
    }
  }

  private int rounds(Entered phase) throws Wrong {
    for (int round = 0; ; round++) {
      List<Schedule> due =
          waiting.stream().filter(action -> action.action().equals(phase.name())).toList();
      if (due.isEmpty()) {
        return round;
      }
      if (round == MAX_ROUNDS) {
        throw new Wrong("loop exceeded after " + MAX_ROUNDS);
      }
      for (Schedule action : due) {
        perform(action);
      }
    }
  }

  private void perform(Schedule action) {
    Map<String, Integer> seen = new TreeMap<>(state);
    trace.add("action " + action.action() + " " + action.program() + " sees " + seen);
    try {
      commit(evaluated(scenario.programs().get(action.program()), seen), action);
    } catch (Wrong e) {
      waiting.remove(action);
      failed.add(action.action() + " " + action.program() + ": " + e.getMessage());
    }
  }

  private Wanted evaluated(Program program, Map<String, Integer> seen) throws Wrong {
    boolean odd = seen.getOrDefault(Scenario.EXCLUSIVE.getFirst(), 0) % 2 != 0;
    if (program.trouble() == Trouble.ALWAYS || program.trouble() == Trouble.WHEN_ODD && odd) {
      throw new Wrong("trouble");
    }
    Wanted wanted = Wanted.nothing();
    for (Step step : program.steps()) {
      switch (step) {
        case Write write -> {
          int read = write.reads() == null ? 0 : seen.getOrDefault(write.reads(), 0);
          wanted.writes().add(new Write(write.key(), write.amount() + read, null));
        }
        case Schedule schedule -> wanted.schedules().add(schedule);
        case Emit emit -> wanted.emits().add(emit);
      }
    }
    refuseUnknown(wanted);
    return wanted;
  }

  private static void refuseUnknown(Wanted wanted) throws Wrong {
    if (wanted.writes().stream().anyMatch(write -> write.key().equals(Scenario.UNKNOWN))) {
      throw new Wrong("unknown key");
    }
    if (wanted.schedules().stream().anyMatch(one -> one.action().equals(Scenario.UNKNOWN))) {
      throw new Wrong("unknown action");
    }
    if (wanted.emits().stream().anyMatch(emit -> emit.effect().equals(Scenario.UNKNOWN))) {
      throw new Wrong("unknown effect");
    }
  }

  /** Applies everything or nothing; effects wait. */
  private void commit(Wanted wanted, Schedule done) throws Wrong {
    Map<String, Integer> next = new TreeMap<>(state);
    for (Write write : wanted.writes()) {
      if (write.amount() == Scenario.POISON) {
        throw new Wrong("update of " + write.key() + " failed");
      }
      int value = next.getOrDefault(write.key(), 0);
      if (Scenario.COMMUTATIVE.contains(write.key())) {
        next.put(write.key(), value + write.amount());
      } else if (write.amount() == Scenario.REMOVAL) {
        next.remove(write.key());
      } else {
        next.put(write.key(), (value * 3 + write.amount()) % 1000);
      }
    }
    state = next;
    waiting.remove(done);
    waiting.addAll(wanted.schedules());
    this.wanted.addAll(wanted.emits());
  }
}
