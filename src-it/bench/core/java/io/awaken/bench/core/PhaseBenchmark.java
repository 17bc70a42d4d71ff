package io.awaken.bench.core;

import io.awaken.core.phase.PhaseRunner.PhaseReport;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.fixture.EngineRun;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures a phase without hooks and one with ten hooks, in a state of 1,000 keys. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PhaseBenchmark {

  private static final int KEYS = 1_000;
  private static final int HOOKS = 10;
  private static final List<StateKey<Integer, Integer>> ALL =
      IntStream.range(0, KEYS).mapToObj(PhaseBenchmark::key).toList();

  private final EngineRun run = filled();

  /** A phase without hooks. */
  @Benchmark
  public PhaseReport withoutHooks() {
    return run.run(Phase.STEP_START);
  }

  /** Ten hooks, each of which writes a different key, and one commit. */
  @Benchmark
  public PhaseReport tenHooks() {
    return run.run(Phase.STEP_END);
  }

  private static EngineRun filled() {
    EngineRun run = EngineRun.of(PhaseBenchmark::register);
    run.run(Phase.RUN_START);
    return run;
  }

  private static void register(PluginRegistrar registrar) {
    ALL.forEach(registrar::registerKey);
    registrar.registerPhaseHook(Phase.RUN_START, context -> fill());
    for (int i = 0; i < HOOKS; i++) {
      StateKey<Integer, Integer> own = ALL.get(i * (KEYS / HOOKS));
      registrar.registerPhaseHook(Phase.STEP_END, context -> StateCommand.none().update(own, 1));
    }
  }

  private static StateCommand fill() {
    StateCommand command = StateCommand.none();
    ALL.forEach(key -> command.update(key, 1));
    return command;
  }

  private static StateKey<Integer, Integer> key(int number) {
    return StateKey.of("plugin.key" + number, Integer.class, () -> 0, Integer::sum);
  }
}
