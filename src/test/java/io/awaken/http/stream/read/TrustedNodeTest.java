package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Hint;
import io.awaken.fixture.Failures;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What another node tells of a run spares its reader looks at the log, within bounds. */
class TrustedNodeTest extends ElsewhereBed {

  @Test
  @Failures("F23")
  void aNodeThatRepeatsItsTailDoesNotStopReadersFromPolling() {
    run.activate(owner, 1).says("x");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("x");
    run.activateElsewhere(2).says("b").commits();

    var heard = new ArrayList<String>();
    for (int looks = 0; looks < 2; looks++) {
      foreign.publish(new Hint.Tail(run.id, 1, 0, 0, false, List.of()));
      wire.runAll();
      timer.advance(POLL);
      heard.addAll(hear(reader));
    }

    assertThat(heard).containsExactly("reset:1-0", "b");
  }

  @Test
  @Failures("F23")
  void aNodeThatHasLostTheRunAndStillSpeaksIsNotTrustedForLong() {
    var lost = run.activate(owner, 1).says("x");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("x");
    run.activateElsewhere(2).says("b").commits();

    var heard = new ArrayList<String>();
    for (int looks = 0; looks < 6; looks++) {
      lost.says("ghost");
      wire.runAll();
      timer.advance(POLL);
      heard.addAll(hear(reader));
    }

    assertThat(heard).endsWith("reset:1-0", "b");
  }

  @Test
  void aNodeThatTellsSomethingNewSparesLooks() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");
    run.queries();

    for (int polls = 0; polls < 5; polls++) {
      elsewhere.says("w");
      assertThat(hear(reader)).containsExactly("w");
      timer.advance(POLL);
    }
    hear(reader);

    assertThat(run.queries()).isZero();
  }

  @Test
  @Failures("F41")
  void commitsThatAreToldBringASlowReaderNoPageBeforeLittleWaitsForIt() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");
    run.queries();

    for (int commits = 0; commits < 100; commits++) {
      elsewhere.says(words(50)).commits();
      wire.runAll();
      threads.runAll();
      timer.advance(POLL);
      threads.runAll();
    }

    assertThat(run.queries()).isLessThan(10);
    elsewhere.finishes();
    assertThat(hear(reader)).hasSize(5_001).endsWith("RunFinish");
    assertThat(reader.finished()).isTrue();
  }
}
