package io.awaken.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.store.database.Keys;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** F11: a run of which every process dies that begins it, and the runs of others beside it. */
@Failures("F11")
@Nightly("processes are killed and started many times")
class CrashLoopTest {

  private static final int LIVES = SuicidalNode.SETTINGS.maxAttempts();

  @Test
  void aRunThatKillsItsProcessEachTimeIsGivenUpAndTheRunsOfOthersComeToTheirEnds()
      throws Exception {
    Databases.Unopened shared = Databases.unopenedPostgres();
    try (var world = WorldServer.open()) {
      for (int life = 1; life <= LIVES; life++) {
        try (var process =
            DoomedProcess.start(SuicidalNode.class, shared.url(), world.port(), life)) {
          process.end().get(2, TimeUnit.MINUTES);
        }
      }
      try (var database = shared.open();
          var node = new CrashNode(database, new World(world.port()), Runnable::run)) {
        node.takeOver(database);

        assertGivenUp(new EndedRun(node, database, SuicidalNode.DEADLY), world);
        for (int life = 1; life <= LIVES; life++) {
          for (int i = 1; i <= SuicidalNode.OTHERS; i++) {
            assertEnded(new EndedRun(node, database, SuicidalNode.other(life, i)), world);
          }
        }
      }
    }
  }

  private static void assertGivenUp(EndedRun run, WorldServer world) {
    assertThat(world.asked(run.thread())).isEqualTo(LIVES);
    RunRecord record = run.record();
    assertThat(record.termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(
            run.database()
                .number(
                    "SELECT count(*) FROM awaken_job WHERE status = 'dead_letter' AND run_key = "
                        + Keys.run(record.runId())
                        + " AND attempt_count = "
                        + LIVES
                        + " AND input IS NOT NULL AND last_error LIKE 'its lease ran out on %'"))
        .isEqualTo(1);
    run.assertThatNothingIsLeftToDo();
  }

  private static void assertEnded(EndedRun run, WorldServer world) {
    assertThat(run.record().termination()).isInstanceOf(TerminationReason.NaturalEnd.class);
    assertThat(world.effects(run.thread(), "book")).isEqualTo(1);
    run.assertThatItsEventsAreWhole();
    run.assertThatNothingIsLeftToDo();
  }
}
