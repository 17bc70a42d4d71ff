package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Hint;
import io.awaken.fixture.Failures;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of another node save polls of the log, within limits. */
class TrustedNodeTest extends RemoteReaderBed {

  @Test
  @Failures("F23")
  void aNodeThatRepeatsItsTailDoesNotStopReadersFromPolling() {
    run.activate(owner, 1).says("x");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("x");
    run.activateElsewhere(2).says("b").commits();

    var items = new ArrayList<String>();
    for (int polls = 0; polls < 2; polls++) {
      foreign.publish(new Hint.Tail(run.id, 1, 0, 0, false, List.of()));
      wire.runAll();
      timer.advance(POLL);
      items.addAll(drain(reader));
    }

    assertThat(items).containsExactly("reset:1-0", "b");
  }

  @Test
  @Failures("F23")
  void aNodeThatStillPublishesALostRunIsNotTrustedForLong() {
    var lost = run.activate(owner, 1).says("x");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("x");
    run.activateElsewhere(2).says("b").commits();

    var items = new ArrayList<String>();
    for (int polls = 0; polls < 6; polls++) {
      lost.says("ghost");
      wire.runAll();
      timer.advance(POLL);
      items.addAll(drain(reader));
    }

    assertThat(items).endsWith("reset:1-0", "b");
  }

  @Test
  void aNodeThatPublishesNewEventsSavesPolls() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a");
    run.queries();

    for (int polls = 0; polls < 5; polls++) {
      elsewhere.says("w");
      assertThat(drain(reader)).containsExactly("w");
      timer.advance(POLL);
    }
    drain(reader);

    assertThat(run.queries()).isZero();
  }

  @Test
  @Failures("F41")
  void announcedCommitsBringASlowReaderNoPageBeforeItsQueueIsShort() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a");
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
    assertThat(drain(reader)).hasSize(5_001).endsWith("RunFinish");
    assertThat(reader.finished()).isTrue();
  }
}
