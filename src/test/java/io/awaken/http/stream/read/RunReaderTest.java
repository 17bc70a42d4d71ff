package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Hubs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunReaderTest extends RunReaderBed {

  @Test
  void aReaderOfANewRunGetsItsFirstEventsWithoutAQuery() {
    RunReader reader = fresh();
    var activation = run.activate(hub, 1).says("a", "b").commits().says("c");
    activation.finishes();

    assertThat(read(reader)).containsExactly("a", "b", "c", "RunFinish");
    assertThat(reader.finished()).isTrue();
    assertThat(run.queries()).isZero();
  }

  @Test
  void aReaderJoiningBetweenDeltasGetsTheTailWithoutAQuery() {
    var activation = run.activate(hub, 1).says("a", "b");
    RunReader reader = fresh();
    activation.says("c");

    assertThat(read(reader)).containsExactly("a", "b", "c");
    assertThat(run.queries()).isZero();
  }

  @Test
  void aReaderThatJoinsAfterTheFirstCommitReadsTheLog() {
    var activation = run.activate(hub, 1).says("a").commits().says("b");
    RunReader reader = fresh();
    activation.says("c");

    assertThat(read(reader)).containsExactly("a", "b", "c");
  }

  @Test
  void aReaderOfAnEndedRunReadsTheLogAtOnce() {
    run.activate(hub, 1).says("a").finishes();

    assertThat(read(fresh())).containsExactly("a", "RunFinish");
  }

  @Test
  void aNewRunThatDoesNotStartHereIsPolledAfterAMoment() {
    RunReader reader = fresh();
    run.activateElsewhere(1).says("a").finishes();
    assertThat(read(reader)).isEmpty();

    timer.advance(Duration.ofMillis(250));

    assertThat(read(reader)).containsExactly("a", "RunFinish");
  }

  @Test
  @Failures("F38")
  void aReaderWithACursorGetsExactlyTheLaterEvents() {
    run.activate(hub, 1).says("a", "b", "c").commits().says("d").finishes();

    assertThat(read(behind(1, 2))).containsExactly("c", "d", "RunFinish");
    assertThat(read(behind(1, 3))).containsExactly("d", "RunFinish");
    assertThat(read(behind(1, 5))).isEmpty();
  }

  @Test
  void aReaderWithAllEventsOfAnEndedRunEnds() {
    run.activate(hub, 1).says("a").finishes();
    RunReader reader = behind(1, 2);

    assertThat(read(reader)).isEmpty();
    assertThat(reader.finished()).isTrue();
  }

  @Test
  @Failures("F38")
  void aCursorWithinTheLiveTailContinuesThere() {
    var activation = run.activate(hub, 1).says("a").commits().says("b", "c");
    RunReader reader = behind(1, 2);
    threads.runAll();
    activation.says("d");

    assertThat(read(reader)).containsExactly("c", "d");
  }

  @Test
  void eventsPublishedDuringAReadArriveOnceAndInOrder() {
    var activation = run.activate(hub, 1).says("a").commits();
    RunReader reader = behind(0, 0);
    activation.says("b").commits().says("c");
    threads.runAll();
    activation.says("d");

    assertThat(read(reader)).containsExactly("a", "b", "c", "d");
  }

  @Test
  void aNewActivationRevokesUncommittedEventsOfTheOldOne() {
    run.activate(hub, 1).says("a").commits().says("x", "y");
    RunReader reader = fresh();
    assertThat(read(reader)).containsExactly("a", "x", "y");

    run.activate(hub, 2).says("b").finishes();

    assertThat(read(reader)).containsExactly("reset:2-1", "b", "RunFinish");
  }

  @Test
  @Failures("F04")
  void allUncommittedEventsAreRevokedWhenTheRunReturns() {
    run.activate(hub, 1).says("a").commits().says("x", "y", "z", "w");
    RunReader reader = fresh();
    assertThat(read(reader)).containsExactly("a", "x", "y", "z", "w");
    run.activateElsewhere(2).says("b", "c", "d").commits().leaves();

    var now = run.activate(hub, 3).says("e");

    assertThat(read(reader)).containsExactly("reset:1-1", "b", "c", "d", "e");
    now.says("f");
    assertThat(read(reader)).containsExactly("f");
  }

  @Test
  void aNewActivationRevokesNothingForAReaderWithCommittedEventsOnly() {
    var first = run.activate(hub, 1);
    RunReader reader = fresh();
    first.says("a").commits();
    assertThat(read(reader)).containsExactly("a");

    run.activate(hub, 2).says("b");

    assertThat(read(reader)).containsExactly("b");
  }

  @Test
  @Failures("F23")
  void eventsOfAReplacedActivationAreIgnored() {
    var old = run.activate(hub, 1);
    RunReader reader = fresh();
    run.activate(hub, 2).says("b");
    old.says("ghost");
    old.leaves();

    assertThat(read(reader)).containsExactly("b");
  }

  @Test
  @Failures("F04")
  void aCursorBeyondTheCommitsOfItsEpochIsResetOnce() {
    run.activateElsewhere(1).says("a").commits().says("x", "y").leaves();
    run.activateElsewhere(2).says("b", "c", "d").finishes();

    assertThat(read(behind(1, 3))).containsExactly("reset:1-1", "b", "c", "d", "RunFinish");
  }

  @Test
  @Failures("F23")
  void eventsPublishedDuringAReadDoNotFollowRevokedOnes() {
    run.activateElsewhere(1).says("a", "b").commits().says("x", "y", "z");
    RunReader reader = behind(1, 5);
    assertThat(read(reader)).isEmpty();

    run.afterTheNextLook(
        () -> {
          run.activateElsewhere(2).says("c").commits().leaves();
          run.activate(hub, 3).says("d", "e", "f").commits().leaves();
        });
    timer.advance(POLL);

    assertThat(read(reader)).containsExactly("reset:1-2", "c", "d", "e", "f");
  }

  @Test
  void theSameCursorIsResetWhenTheNewActivationIsLiveHere() {
    run.activateElsewhere(1).says("a").commits().says("x", "y").leaves();
    var second = run.activate(hub, 2).says("b");
    RunReader reader = behind(1, 3);
    assertThat(read(reader)).containsExactly("reset:2-1", "b");

    second.says("c");

    assertThat(read(reader)).containsExactly("c");
  }

  @Test
  @Failures("F38")
  void eventsReadFromTheLogBeforeTheirPublicationAreNotRevoked() {
    var activation = run.activate(hub, 1).says("a").commits().says("b");
    activation.emits(new AgentEvent.StepEnd()).commitsUnseen();

    RunReader reader = behind(0, 0);
    assertThat(read(reader)).containsExactly("a", "b", "StepEnd");

    activation.publishes().says("c");
    assertThat(read(reader)).containsExactly("c");
  }

  @Test
  void aCursorBeyondTheEndOfARunIsResetToItsEnd() {
    run.activate(hub, 1).says("a").finishes();
    RunReader reader = behind(1, 99);

    assertThat(read(reader)).containsExactly("reset:1-2");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aRunThatExecutesElsewhereIsFollowedUntilItIsDone() {
    var elsewhere = run.activateElsewhere(1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(read(reader)).containsExactly("a");

    elsewhere.says("b").commits();
    assertThat(read(reader)).isEmpty();
    timer.advance(POLL);
    assertThat(read(reader)).containsExactly("b");

    elsewhere.finishes();
    timer.advance(POLL);
    assertThat(read(reader)).containsExactly("RunFinish");
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void aRunThatLeavesThisNodeIsFollowedAndItsLostEventsAreRevoked() {
    var here = run.activate(hub, 1);
    RunReader reader = fresh();
    here.says("a").commits().says("x", "y");
    here.leaves();
    assertThat(read(reader)).containsExactly("a", "x", "y");

    run.activateElsewhere(2).says("b").commits();
    timer.advance(POLL);

    assertThat(read(reader)).containsExactly("reset:1-1", "b");
  }

  @Test
  void aRunThatReturnsToThisNodeIsLiveAgainAtOnce() {
    run.activateElsewhere(1).says("a").commits().leaves();
    RunReader reader = behind(0, 0);
    assertThat(read(reader)).containsExactly("a");

    run.activate(hub, 2).says("b");

    assertThat(read(reader)).containsExactly("b");
  }

  @Test
  void aReturningRunIsReadFromTheLogFirst() {
    var first = run.activateElsewhere(1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(read(reader)).containsExactly("a");
    first.says("b").commits().leaves();

    run.activate(hub, 2).says("c");

    assertThat(read(reader)).containsExactly("b", "c");
  }

  @Test
  void anEndThatWasCommittedButNotPublishedIsFoundInTheLog() {
    var activation = run.activate(hub, 1);
    RunReader reader = fresh();
    activation.says("a").finishesUnseen().leaves();
    assertThat(read(reader)).containsExactly("a");

    timer.advance(POLL);

    assertThat(read(reader)).containsExactly("RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aFailingLogIsReadAgainLater() {
    run.activateElsewhere(1).says("a").finishes();
    run.broken(true);
    RunReader reader = behind(0, 0);
    assertThat(read(reader)).isEmpty();

    run.broken(false);
    timer.advance(POLL);

    assertThat(read(reader)).containsExactly("a", "RunFinish");
  }

  @Test
  @Failures("F40")
  void threeReadersFromDifferentTimesGetTheSameEvents() {
    RunReader first = fresh();
    var activation = run.activate(hub, 1).says("a").commits();
    RunReader second = behind(0, 0);
    activation.says("b");
    RunReader third = behind(0, 0);
    threads.runAll();
    activation.says("c").finishes();

    List<String> all = read(first);
    assertThat(all).containsExactly("a", "b", "c", "RunFinish");
    assertThat(read(second)).isEqualTo(all);
    assertThat(read(third)).isEqualTo(all);
  }

  /** F40: two started before the restart, at different cursors, the third after it. */
  @Test
  @Failures("F40")
  void threeReadersGetTheSameEventsAcrossARestart() {
    RunReader first = fresh();
    var activation = run.activate(hub, 1).says("a", "b").commits().says("c");
    RunReader second = behind(1, 1);
    List<String> seenByFirst = new ArrayList<>(read(first));
    List<String> seenBySecond = new ArrayList<>(List.of("a"));
    seenBySecond.addAll(read(second));
    activation.says("d");
    seenByFirst.addAll(read(first));
    assertThat(seenByFirst).containsExactly("a", "b", "c", "d");
    assertThat(seenBySecond).containsExactly("a", "b", "c");

    hub = Hubs.alone();
    RunReader firstAgain = behind(1, 4);
    RunReader secondAgain = behind(1, 3);
    threads.runAll();
    run.activate(hub, 2).says("other").commits().says("end").finishes();
    RunReader third = behind(0, 0);

    List<String> all = read(third);
    assertThat(all).containsExactly("a", "b", "other", "end", "RunFinish");
    assertThat(setBackTo(2, seenByFirst, read(firstAgain))).isEqualTo(all);
    assertThat(setBackTo(2, seenBySecond, read(secondAgain))).isEqualTo(all);
  }

  /** The items of a reader that applies a reset to this sequence number. */
  private static List<String> setBackTo(int sequence, List<String> seen, List<String> rest) {
    assertThat(rest.getFirst()).isEqualTo("reset:" + new Cursor(2, sequence));
    var read = new ArrayList<>(seen.subList(0, sequence));
    read.addAll(rest.subList(1, rest.size()));
    return read;
  }

  @Test
  void aClosedReaderLeavesNothingBehind() {
    RunReader reader = fresh();
    RunReader late = behind(0, 0);
    reader.close();
    late.close();
    threads.runAll();
    timer.advance(POLL);

    assertThat(hub.size()).isZero();
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void aRunWithoutReadersLeavesNothingBehind() {
    run.activate(hub, 1).says("a").finishes();

    assertThat(hub.size()).isZero();
  }

  @Test
  void aReaderThatHasNotStartedDoesNotPoll() {
    RunReader reader = reader(Cursor.START);
    assertThat(reader.next()).isNull();
    assertThat(threads.waiting()).isZero();

    reader.startExecuting(() -> {}, false);
    run.activate(hub, 1).says("a").finishes();

    assertThat(read(reader)).containsExactly("a", "RunFinish");
    assertThat(run.queries()).isZero();
    reader.close();
    assertThat(hub.size()).isZero();
  }

  @Test
  void aReaderClosedBeforeItsStartLeavesNothingBehind() {
    RunReader reader = reader(Cursor.START);
    reader.close();
    reader.start(() -> {}, true);
    RunReader executing = reader(Cursor.START);
    executing.close();
    executing.startExecuting(() -> {}, false);

    assertThat(hub.size()).isZero();
    assertThat(timer.waiting()).isZero();
    assertThat(threads.waiting()).isZero();
  }
}
