package io.awaken.core.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.fixture.Allocation;
import io.awaken.fixture.EngineRun;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A phase without hooks costs no memory, however large the state is. */
class PhaseAllocationTest {

  private static final int KEYS = 1_000;

  @Test
  void aPhaseWithoutHooksAllocatesNothing() {
    EngineRun run = EngineRun.of(plugin -> {});

    assertThat(Allocation.leastPerCall(10_000, () -> run.run(Phase.STEP_START))).isZero();
  }

  @Test
  void aPhaseWithoutHooksAllocatesNothingBesideALargeState() {
    var keys = IntStream.range(0, KEYS).mapToObj(PhaseAllocationTest::key).toList();
    EngineRun run =
        EngineRun.of(
            plugin -> {
              keys.forEach(plugin::registerKey);
              plugin.registerPhaseHook(
                  Phase.RUN_START,
                  context -> {
                    var command = StateCommand.none();
                    keys.forEach(key -> command.update(key, 1));
                    return command;
                  });
            });
    run.run(Phase.RUN_START);

    assertThat(Allocation.leastPerCall(10_000, () -> run.run(Phase.STEP_START))).isZero();
  }

  private static StateKey<Integer, Integer> key(int number) {
    return StateKey.of("key" + number, Integer.class, () -> 0, Integer::sum);
  }
}
