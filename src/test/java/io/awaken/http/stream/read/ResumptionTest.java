package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.store.event.RunLogView;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reconnecting reader costs one query in any state of its run. */
@Rows(175)
class ResumptionTest extends RunReaderBed {

  private Cursor asked;
  private RunLogView found;

  private RunReader listening(long epoch, long sequence) {
    asked = new Cursor(epoch, sequence);
    RunReader reader = reader(asked);
    reader.listen();
    found = run.view(run.id, asked, 32).orElseThrow();
    return reader;
  }

  private RunReader resumed(long epoch, long sequence) {
    RunReader reader = listening(epoch, sequence);
    reader.resume(() -> {}, found, asked);
    return reader;
  }

  @Test
  @Failures("F38")
  void itGetsTheRestOfAnEndedRun() {
    run.activate(hub, 1).says("a", "b").commits().says("c").finishes();
    run.queries();

    RunReader reader = resumed(1, 1);

    assertThat(read(reader)).containsExactly("b", "c", "RunFinish");
    assertThat(reader.finished()).isTrue();
    assertThat(run.queries()).isOne();
  }

  @Test
  void itGetsTheRestOfAnExecutingRunAndThenLiveEvents() {
    var activation = run.activate(hub, 1).says("a", "b").commits().says("c");
    run.queries();

    RunReader reader = resumed(1, 1);
    activation.says("d").commits();
    assertThat(read(reader)).containsExactly("b", "c", "d");
    activation.finishes();

    assertThat(read(reader)).containsExactly("RunFinish");
    assertThat(run.queries()).isOne();
  }

  @Test
  void aRunThatEndsDuringTheReadIsNotReadAgain() {
    var activation = run.activate(hub, 1).says("a", "b").commits().says("c");
    run.queries();

    RunReader reader = listening(1, 1);
    activation.says("d").commits().says("e").finishes();
    reader.resume(() -> {}, found, asked);

    assertThat(read(reader)).containsExactly("b", "c", "d", "e", "RunFinish");
    assertThat(run.queries()).isOne();
  }

  @Test
  @Failures("F38")
  void committedEventsAreNotRevokedBeforeTheirPublication() {
    var activation = run.activate(hub, 1).says("a").commits().says("b");
    activation.emits(new AgentEvent.StepEnd()).commitsUnseen();
    run.queries();

    RunReader reader = resumed(1, 3);
    activation.publishes().says("c");

    assertThat(read(reader)).containsExactly("c");
    assertThat(run.queries()).isOne();
  }

  @Test
  void aCursorWithinTheLiveTailContinuesThere() {
    var activation = run.activate(hub, 1).says("a").commits().says("b", "c");
    run.queries();

    RunReader reader = resumed(1, 2);
    activation.says("d");

    assertThat(read(reader)).containsExactly("c", "d");
    assertThat(run.queries()).isOne();
  }

  @Test
  void eventsOfALostActivationAreRevokedWithTheSameQuery() {
    run.activate(hub, 1).says("a").commits().says("x", "y").leaves();
    run.activate(hub, 2).says("b");
    run.queries();

    assertThat(read(resumed(1, 3))).containsExactly("reset:2-1", "b");
    assertThat(run.queries()).isOne();
  }

  @Test
  @Failures("F04")
  void commitsOfTheNextActivationReplaceRevokedEvents() {
    run.activate(hub, 1).says("a").commits().says("x", "y", "z").leaves();
    var second = run.activate(hub, 2).says("b", "c").commits().says("d");

    RunReader reader = resumed(1, 4);

    assertThat(read(reader)).containsExactly("reset:1-1", "b", "c", "d");
    second.says("e");
    assertThat(read(reader)).containsExactly("e");
  }

  @Test
  @Failures("F04")
  void replacingCommitsMayExceedAPage() {
    run.activate(hub, 1).says("a").commits().says("x", "y", "z").leaves();
    var second = run.activate(hub, 2).says("b", "c").commits().says("d");
    asked = new Cursor(1, 4);
    RunReader reader = reader(asked);
    reader.listen();
    for (int i = 0; i < 40; i++) {
      second.says("w" + i).commits();
    }
    found = run.view(run.id, asked, 32).orElseThrow();
    assertThat(found.more()).isTrue();

    reader.resume(() -> {}, found, asked);
    second.says("last");

    assertThat(read(reader))
        .hasSize(45)
        .startsWith("reset:1-1", "b", "c", "d", "w0", "w1")
        .endsWith("w39", "last");
  }

  @Test
  @Failures("F04")
  void replacingCommitsBetweenReadAndJoinArriveWhole() {
    run.activate(hub, 1).says("a").commits().says("x", "y", "z").leaves();
    RunReader reader = behind(1, 4);
    run.afterTheNextLook(() -> run.activate(hub, 2).says("b", "c").commits().says("d"));

    assertThat(read(reader)).containsExactly("reset:1-1", "b", "c", "d");
  }

  @Test
  void aRunOnAnotherNodeIsReadAndPolled() {
    var activation = run.activateElsewhere(1).says("a", "b").commits();
    run.queries();

    RunReader reader = resumed(1, 1);
    assertThat(read(reader)).containsExactly("b");
    assertThat(run.queries()).isOne();
    activation.says("c").finishes();
    timer.advance(POLL);

    assertThat(read(reader)).containsExactly("c", "RunFinish");
    assertThat(run.queries()).isOne();
  }

  @Test
  void itGetsThePauseOfAWaitingRunAndEnds() {
    run.activate(hub, 1).says("a", "b").parks();
    run.queries();

    RunReader reader = resumed(1, 1);

    assertThat(read(reader)).containsExactly("b", "RunFinish");
    assertThat(reader.finished()).isTrue();
    assertThat(run.queries()).isOne();
  }

  @Test
  void aReaderFarBehindReadsPageByPageAndJoinsAtTheEnd() {
    var activation = run.activate(hub, 1);
    for (int i = 0; i < 100; i++) {
      activation.says("w" + i).commits();
    }

    RunReader reader = resumed(1, 1);
    List<String> texts = new ArrayList<>(read(reader));
    activation.says("last");
    texts.addAll(read(reader));

    assertThat(texts).hasSize(100).startsWith("w1", "w2").endsWith("w99", "last");
  }

  @Test
  @Failures("F51")
  void aReaderOvertakenByThePurgeGetsAResyncAndEnds() {
    var activation = run.activateElsewhere(1);
    for (int i = 0; i < 100; i++) {
      activation.says("w" + i).commits();
    }
    activation.finishes();
    RunReader reader = resumed(1, 1);
    run.purge(Duration.ZERO, 60);

    List<String> texts = read(reader);

    assertThat(texts).startsWith("w1", "w2").endsWith("resync:1-33");
    assertThat(texts).hasSize(33);
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aRefusedReaderLeavesNothingBehind() {
    RunReader reader = listening(0, 0);
    assertThat(hub.size()).isOne();
    reader.close();
    assertThat(hub.size()).isZero();
  }
}
