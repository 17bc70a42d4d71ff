package io.awaken.core.phase.property;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.phase.EffectDispatchReport;
import io.awaken.core.phase.PhaseRunner.PhaseReport;
import io.awaken.core.phase.property.Scenario.Emit;
import io.awaken.core.phase.property.Scenario.Entered;
import io.awaken.core.phase.property.Scenario.Hook;
import io.awaken.core.phase.property.Scenario.Program;
import io.awaken.core.phase.property.Scenario.Schedule;
import io.awaken.core.phase.property.Scenario.Seen;
import io.awaken.core.phase.property.Scenario.Step;
import io.awaken.core.phase.property.Scenario.Trouble;
import io.awaken.core.phase.property.Scenario.Write;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.StateKey;
import io.awaken.fixture.EngineRun;
import io.awaken.fixture.RegisteringPlugin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs a case on the engine. */
final class EngineDriver {

  private static final Map<Entered, Phase> PHASES =
      Map.of(
          Entered.FIRST, Phase.BEFORE_INFERENCE,
          Entered.SECOND, Phase.STEP_END,
          Entered.LAST, Phase.RUN_END);
  private static final Map<String, StateKey<Integer, Integer>> KEYS = keys();
  private static final StateKey<Integer, Integer> UNKNOWN_KEY = exclusive(Scenario.UNKNOWN);
  private static final EffectKey<Integer> NOTIFY = EffectKey.of("notify", Integer.class);

  private final Scenario scenario;
  private final List<String> trace = new ArrayList<>();
  private final List<String> phases = new ArrayList<>();

  private EngineDriver(Scenario scenario) {
    this.scenario = scenario;
  }

  static Seen run(Scenario scenario) {
    return new EngineDriver(scenario).run();
  }

  private Seen run() {
    List<Plugin> plugins = new ArrayList<>(List.of(new RegisteringPlugin("base", this::base)));
    for (Hook hook : scenario.hooks()) {
      plugins.add(new RegisteringPlugin(hook.name(), registrar -> register(registrar, hook)));
    }
    EngineRun run = EngineRun.with(plugins.toArray(Plugin[]::new));
    for (Entered phase : Scenario.PHASES) {
      phases.add(enter(run, PHASES.get(phase)));
      EffectDispatchReport effects = run.dispatch();
      phases.add(effects.attempted() + " effects, " + effects.failed() + " failed");
    }
    List<String> failed =
        run.value(RuntimeKeys.FAILED_ACTIONS).stream()
            .map(action -> action.actionKey() + " " + action.payload() + ": " + action.error())
            .map(EngineDriver::plain)
            .toList();
    return new Seen(trace, phases, values(run.state().snapshot()), failed);
  }

  private void base(PluginRegistrar registrar) {
    KEYS.values().forEach(registrar::registerKey);
    for (Entered phase : List.of(Entered.FIRST, Entered.SECOND)) {
      registrar.registerScheduledAction(
          action(phase.name()),
          (context, program) -> {
            trace.add("action " + phase + " " + program + " sees " + values(context.state()));
            return command(scenario.programs().get(program), context.state());
          });
    }
    registrar.registerEffect(
        NOTIFY,
        (payload, context) -> {
          trace.add("effect " + payload + " sees " + values(context.state()));
          if (payload % 3 == 0) {
            throw new IllegalStateException();
          }
        });
  }

  private void register(PluginRegistrar registrar, Hook hook) {
    registrar
        .registerPhaseHook(
            PHASES.get(hook.phase()),
            context -> {
              trace.add("hook " + hook.name() + " sees " + values(context.state()));
              return command(hook.program(), context.state());
            })
        .priority(hook.priority())
        .onFailure(hook.ignored() ? FailurePolicy.IGNORE : FailurePolicy.FAIL_RUN);
  }

  private static StateCommand command(Program program, Snapshot seen) {
    boolean odd = seen.getOrInitial(KEYS.get(Scenario.EXCLUSIVE.getFirst())) % 2 != 0;
    if (program.trouble() == Trouble.ALWAYS || program.trouble() == Trouble.WHEN_ODD && odd) {
      throw new IllegalStateException("trouble");
    }
    StateCommand command = StateCommand.none();
    for (Step step : program.steps()) {
      switch (step) {
        case Write write -> {
          int read = write.reads() == null ? 0 : seen.getOrInitial(KEYS.get(write.reads()));
          command.update(KEYS.getOrDefault(write.key(), UNKNOWN_KEY), write.amount() + read);
        }
        case Schedule schedule -> command.schedule(action(schedule.action()), schedule.program());
        case Emit emit -> command.emit(EffectKey.of(emit.effect(), Integer.class), emit.payload());
      }
    }
    return command;
  }

  private static String enter(EngineRun run, Phase phase) {
    try {
      PhaseReport report = run.run(phase);
      return report.rounds() + " rounds";
    } catch (PluginFailure e) {
      String plugin = e.getMessage().split(" ")[1];
      return plugin + " failed: " + plain(e.getCause().getMessage());
    } catch (StateException e) {
      return e.error() instanceof StateError.PhaseRunLoopExceeded exceeded
          ? "loop exceeded after " + exceeded.maxRounds()
          : plain(e.getMessage());
    }
  }

  /** Converts the engine's outcome to that of the model. */
  private static String plain(String message) {
    return message
        .replace("java.lang.IllegalStateException: ", "")
        .replace("state key unknown is not registered", "unknown key")
        .replace("no handler is registered for scheduled action unknown", "unknown action")
        .replace("no handler is registered for effect unknown", "unknown effect")
        .replaceAll(
            "an update of state key (\\w+) failed: ArithmeticException", "update of $1 failed");
  }

  private static String values(Snapshot state) {
    var values = new TreeMap<String, Integer>();
    KEYS.forEach((name, key) -> state.get(key).ifPresent(value -> values.put(name, value)));
    return values.toString();
  }

  private static ActionKey<Integer> action(String name) {
    Phase phase =
        name.equals(Entered.SECOND.name()) ? PHASES.get(Entered.SECOND) : PHASES.get(Entered.FIRST);
    return ActionKey.of(name, phase, Integer.class);
  }

  private static Map<String, StateKey<Integer, Integer>> keys() {
    var keys = new LinkedHashMap<String, StateKey<Integer, Integer>>();
    Scenario.EXCLUSIVE.forEach(name -> keys.put(name, exclusive(name)));
    for (String name : Scenario.COMMUTATIVE) {
      keys.put(
          name,
          StateKey.of(
                  name,
                  Integer.class,
                  () -> 0,
                  (Integer value, Integer more) -> value + edible(more))
              .commutative());
    }
    return keys;
  }

  private static StateKey<Integer, Integer> exclusive(String name) {
    return StateKey.of(
        name,
        Integer.class,
        () -> 0,
        (Integer value, Integer update) ->
            edible(update) == Scenario.REMOVAL ? null : (value * 3 + update) % 1000);
  }

  private static int edible(int update) {
    if (update == Scenario.POISON) {
      throw new ArithmeticException();
    }
    return update;
  }
}
