package io.awaken.core.phase.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.phase.property.Scenario.Hook;
import io.awaken.core.phase.property.Scenario.Seen;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The engine satisfies the specification with any plugins. A failure names the seed of its case;
 * {@code -Dphase.seed=<seed>} runs that case alone.
 */
class PhasePropertyTest {

  private static final int CASES = 5_000;
  private static final Long ONLY = Long.getLong("phase.seed");
  private static final Logger LOG = Logger.getLogger("io.awaken.core.phase");

  /** Thousands of intended failures must not fill the log. */
  @BeforeAll
  static void beQuiet() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOG.setLevel(null);
  }

  @Test
  @Rows({65, 66, 67, 68, 69, 70, 84, 91, 93, 95, 96, 97})
  void theEngineAgreesWithTheReferenceModel() {
    for (long seed : seeds()) {
      Scenario scenario = ScenarioGenerator.anything(new SplittableRandom(seed));

      assertThat(EngineDriver.run(scenario))
          .as("-Dphase.seed=%d: %s", seed, scenario)
          .isEqualTo(ReferenceModel.run(scenario));
    }
  }

  @Test
  @Rows({42, 49, 65})
  void commutativeUpdatesGiveTheSameStateInEveryOrderOfHooks() {
    for (long seed : seeds()) {
      var random = new SplittableRandom(seed);
      Scenario scenario = ScenarioGenerator.commutative(random);
      List<Hook> shuffled = new ArrayList<>(scenario.hooks());
      Collections.shuffle(shuffled, random);

      Seen one = EngineDriver.run(scenario);
      Seen other = EngineDriver.run(new Scenario(shuffled, scenario.programs()));

      assertThat(other.state()).as("-Dphase.seed=%d: %s", seed, scenario).isEqualTo(one.state());
    }
  }

  /** Trivial cases would prove nothing. */
  @Test
  void theScenariosCoverTheInterestingCases() {
    int conflicts = 0;
    int cascades = 0;
    int endless = 0;
    int failures = 0;
    for (long seed = 0; seed < 2_000; seed++) {
      Scenario scenario = ScenarioGenerator.anything(new SplittableRandom(seed));
      Seen seen = ReferenceModel.run(scenario);
      long calls = seen.trace().stream().filter(line -> line.startsWith("hook")).count();
      long once =
          Scenario.PHASES.stream()
              .flatMap(entered -> scenario.hooks().stream().filter(h -> h.phase() == entered))
              .count();
      conflicts += calls > once ? 1 : 0;
      cascades +=
          seen.phases().stream().anyMatch(phase -> phase.matches("([3-9]|1\\d) r.*")) ? 1 : 0;
      endless += seen.phases().contains("loop exceeded after 16") ? 1 : 0;
      failures += seen.failed().isEmpty() ? 0 : 1;
    }
    assertThat(List.of(conflicts, cascades, endless, failures)).allMatch(count -> count > 20);
  }

  private static List<Long> seeds() {
    if (ONLY != null) {
      return List.of(ONLY);
    }
    long first = new SplittableRandom().nextLong() >>> 1;
    List<Long> seeds = new ArrayList<>();
    for (long i = 0; i < CASES; i++) {
      seeds.add(first + i);
    }
    return seeds;
  }
}
