package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Readers of a suspended run. Source: features rows 132, 176. */
class ParkedRunReaderTest extends RunReaderBed {

  @Test
  @Rows({132, 177})
  void aLiveReaderOfAParkingRunGetsThePauseLastAndEnds() {
    RunReader reader = fresh();
    run.activate(hub, 1).says("a").parks();

    assertThat(read(reader)).containsExactly("a", "RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aLateReaderReadsTheLogToThePauseAndEnds() {
    run.activate(hub, 1).says("a", "b").parks();

    RunReader late = behind(1, 1);
    assertThat(read(late)).containsExactly("b", "RunFinish");
    assertThat(late.finished()).isTrue();

    RunReader later = behind(1, 3);
    assertThat(read(later)).isEmpty();
    assertThat(later.finished()).isTrue();
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void aReaderOfANewParkedRunReadsTheLog() {
    run.activate(hub, 1).says("a").parks();
    RunReader reader = fresh();
    timer.advance(Duration.ofMillis(250));

    assertThat(read(reader)).containsExactly("a", "RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  @Rows(176)
  void aReaderThatReconnectsAfterTheDecisionGetsAllLaterEvents() {
    run.activate(hub, 1).says("a").parks();
    run.decided();
    RunReader reader = behind(1, 2);
    threads.runAll();
    assertThat(reader.finished()).isFalse();

    run.activate(hub, 2).says("b").finishes();

    assertThat(read(reader)).containsExactly("b", "RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aReaderOnAnotherNodeGetsAllLaterEventsToo() {
    run.activateElsewhere(1).says("a").parks();
    run.decided();
    RunReader reader = behind(1, 2);
    threads.runAll();

    run.activateElsewhere(2).says("b").finishes();
    timer.advance(POLL);

    assertThat(read(reader)).containsExactly("b", "RunFinish");
  }

  @Test
  void aReaderFromTheBeginningReadsAcrossEveryPause() {
    run.activate(hub, 1).says("a").parks();
    run.decided();
    run.activate(hub, 2).says("b").parks();
    run.decided();
    run.activate(hub, 3).says("c").finishes();

    assertThat(read(behind(0, 0)))
        .containsExactly("a", "RunFinish", "b", "RunFinish", "c", "RunFinish");
  }

  @Test
  void aReaderBeforeThePauseOfALiveRunReadsAcrossIt() {
    run.activate(hub, 1).says("a").parks();
    run.decided();
    var second = run.activate(hub, 2).says("b");
    RunReader reader = behind(0, 0);

    assertThat(read(reader)).containsExactly("a", "RunFinish", "b");
    second.says("c");
    assertThat(read(reader)).containsExactly("c");
  }

  @Test
  void aReaderOfARunThatParksOnAnotherNodeGetsThePauseAndEnds() {
    var elsewhere = run.activateElsewhere(1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(read(reader)).containsExactly("a");

    elsewhere.parks();
    timer.advance(POLL);

    assertThat(read(reader)).containsExactly("RunFinish");
    assertThat(reader.finished()).isTrue();
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void uncommittedEventsAreRevokedWhenTheRunWaits() {
    run.activateElsewhere(1).says("a").commits().says("x", "y").leaves();
    run.activateElsewhere(2).parks();

    assertThat(read(behind(1, 3))).containsExactly("reset:1-1", "RunFinish");
  }

  @Test
  @Rows(1064)
  void aReaderThatOutlastsPausesGetsThePauseAndLaterEvents() {
    RunReader reader = fresh();
    reader.readThroughPauses();
    run.activate(hub, 1).says("a").parks();

    assertThat(read(reader)).containsExactly("a", "RunFinish");
    assertThat(reader.finished()).isFalse();

    run.decided();
    run.activate(hub, 2).says("b").finishes();
    assertThat(read(reader)).containsExactly("b", "RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  @Rows(1064)
  void aReaderThatOutlastsPausesFollowsARunToAnotherNode() {
    run.activate(hub, 1).says("a").parks();
    RunReader reader = behind(0, 0);
    reader.readThroughPauses();
    assertThat(read(reader)).containsExactly("a", "RunFinish");
    assertThat(reader.finished()).isFalse();

    run.decided();
    run.activateElsewhere(2).says("b").finishes();
    timer.advance(POLL);

    assertThat(read(reader)).containsExactly("b", "RunFinish");
    assertThat(reader.finished()).isTrue();
  }
}
