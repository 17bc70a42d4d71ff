package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Failures;
import org.junit.jupiter.api.Test;

/** A slow live reader is disconnected, a replaying one gets time. */
class RunReaderBoundsTest extends RunReaderBed {

  @Test
  @Failures("F41")
  void aSlowReaderEndsWhereItStopped() {
    var activation = run.activate(hub, 1);
    RunReader reader = fresh();
    activation.says("a");
    assertThat(read(reader)).containsExactly("a");

    activation.says(words(1_001));
    activation.says("more");

    assertThat(read(reader)).containsExactly("resync:1-1");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  @Failures("F41")
  void largeEventsEndASlowReaderByTheirSize() {
    var activation = run.activate(hub, 1);
    RunReader reader = fresh();

    activation.says("x".repeat(600_000), "y".repeat(600_000));

    assertThat(read(reader)).containsExactly("resync:0-0");
  }

  @Test
  void aReplayOfAnyLengthDisconnectsNoReader() {
    var activation = run.activate(hub, 1);
    for (int i = 0; i < 100; i++) {
      activation.says(words(50)).commits();
    }
    activation.finishes();

    assertThat(read(behind(0, 0))).hasSize(5_001);
  }

  @Test
  void theNextPageIsReadOnlyWhenTheQueueIsShort() {
    var activation = run.activate(hub, 1);
    for (int i = 0; i < 100; i++) {
      activation.says(words(50)).commits();
    }
    RunReader reader = behind(0, 0);
    threads.runAll();
    assertThat(run.queries()).isOne();

    for (int i = 0; i < 32 * 50 - 251; i++) {
      reader.next();
    }
    assertThat(threads.waiting()).isZero();
    reader.next();
    reader.next();

    assertThat(threads.waiting()).isOne();
  }

  @Test
  void aRemoteRunGetsNoFurtherPageBeforeItsReadersQueueIsShort() {
    var elsewhere = run.activateElsewhere(1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(read(reader)).containsExactly("a");
    for (int i = 0; i < 100; i++) {
      elsewhere.says(words(50)).commits();
    }
    elsewhere.finishes();

    timer.advance(POLL);
    threads.runAll();
    for (int i = 0; i < 32 * 50 - 250; i++) {
      assertThat(reader.next()).isNotNull();
    }
    timer.advance(POLL);
    assertThat(threads.waiting()).isZero();
    assertThat(reader.next()).isNotNull();

    assertThat(threads.waiting()).isOne();
    assertThat(read(reader)).hasSize(5_000 + 1 - (32 * 50 - 249)).endsWith("RunFinish");
    assertThat(reader.finished()).isTrue();
  }
}
