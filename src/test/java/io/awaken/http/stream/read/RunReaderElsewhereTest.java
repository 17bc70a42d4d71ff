package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Hint;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Failures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads a run on one node that executes on others, which tell of it over a bus. */
class RunReaderElsewhereTest extends ElsewhereBed {

  @Test
  void whatIsSaidElsewhereIsReadWhileItIsSaidAndCostsNoQuery() {
    var elsewhere = run.activate(owner, 1).says("a").commits().says("b");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "b");
    run.queries();

    elsewhere.says("c", "d");
    assertThat(hear(reader)).containsExactly("c", "d");
    elsewhere.says("e");
    assertThat(hear(reader)).containsExactly("e");
    assertThat(run.queries()).isZero();
  }

  @Test
  void whatWasNeverCommittedIsTakenBackAlthoughOthersCameBetween() {
    var frozen = run.activate(hub, 1).says("a").commits().says("x", "y");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "x", "y");
    run.activateElsewhere(2).says("b", "c", "d").commits().leaves();
    run.activate(owner, 3).says("e").commits();

    frozen.leaves();

    assertThat(hear(reader)).containsExactly("reset:1-1", "b", "c", "d", "e");
  }

  @Test
  @Failures("F04")
  void itIsTakenBackWholeAlthoughItWasMoreThanOthersCommittedInstead() {
    var frozen = run.activate(hub, 1).says("a").commits().says("x", "y", "z", "w");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "x", "y", "z", "w");
    run.activateElsewhere(2).says("b", "c", "d").commits().leaves();
    frozen.leaves();
    var now = run.activate(owner, 3).says("e");
    wire.runAll();

    assertThat(hear(reader)).containsExactly("reset:1-1", "b", "c", "d", "e");
    now.says("f");
    assertThat(hear(reader)).containsExactly("f");
  }

  @Test
  void wordsBetweenTwoTurnsOfTheBusGoTogether() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    hear(reader);
    ofOwner.told();

    elsewhere.says(words(500));

    assertThat(hear(reader)).hasSize(500);
    assertThat(ofOwner.told()).isOne();
  }

  @Test
  void aRunWithoutReadersElsewhereIsNotPublished() {
    RunReader here = reader(Cursor.START);
    here.start(() -> {}, true);
    var elsewhere = run.activate(owner, 1).says("a").commits();

    elsewhere.says("b").commits().finishes();

    wire.runAll();
    assertThat(ofOwner.told()).isZero();
  }

  @Test
  void publishingEndsSomeTimeAfterTheLastReaderLeft() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    hear(reader);
    reader.close();
    timer.advance(Duration.ofSeconds(9));
    wire.runAll();
    elsewhere.says("b");
    wire.runAll();
    ofOwner.told();

    elsewhere.says("c").commits().finishes();

    assertThat(wire.waiting()).isZero();
    assertThat(ofOwner.told()).isZero();
  }

  @Test
  void whatOthersMayActOnComesFromTheLogAsSoonAsItIsCommitted() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");
    run.queries();

    elsewhere.emits(new AgentEvent.StepEnd()).commits();
    assertThat(hear(reader)).containsExactly("StepEnd");
    assertThat(run.queries()).isLessThanOrEqualTo(2);

    elsewhere.says("b").finishes();
    assertThat(hear(reader)).containsExactly("b", "RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aRemoteEventThatMustWaitForItsCommitIsIgnored() {
    run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");

    foreign.publish(
        new Hint.Tail(
            run.id,
            1,
            0,
            0,
            false,
            List.of(
                new StreamEvent(
                    new Cursor(1, 2),
                    Instant.EPOCH,
                    new AgentEvent.RunFinish(
                        "t", "r", null, new TerminationReason.NaturalEnd())))));

    assertThat(hear(reader)).isEmpty();
    assertThat(reader.finished()).isFalse();
  }

  @Test
  void aRunThatBeginsAfterItsReaderCameIsHeardFromItsFirstWord() {
    RunReader reader = fresh();
    hear(reader);
    timer.advance(Duration.ofMillis(250));
    hear(reader);

    var elsewhere = run.activate(owner, 1).says("a");

    assertThat(hear(reader)).containsExactly("a");
    elsewhere.finishes();
    assertThat(hear(reader)).containsExactly("RunFinish");
  }

  @Test
  void aWordThatWasLostIsAskedForAgain() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    hear(reader);
    ofOwner.loses();
    elsewhere.says("b");
    wire.runAll();
    ofOwner.works();

    elsewhere.says("c");

    assertThat(hear(reader)).containsExactly("b", "c");
  }

  @Test
  void theLastWordThatWasLostComesWhenTheReaderSaysThatItIsStillThere() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    hear(reader);
    ofOwner.loses();
    elsewhere.says("b");
    wire.runAll();
    ofOwner.works();

    timer.advance(POLL);

    assertThat(hear(reader)).containsExactly("b");
  }

  @Test
  void whenTheBusSaysNothingTheLogIsLookedAtFromTimeToTime() {
    ofOwner.loses();
    var elsewhere = run.activate(owner, 1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");

    elsewhere.says("b").commits();
    assertThat(hear(reader)).isEmpty();
    timer.advance(POLL);
    assertThat(hear(reader)).containsExactly("b");

    elsewhere.finishes();
    timer.advance(POLL);
    assertThat(hear(reader)).containsExactly("RunFinish");
  }

  @Test
  void aBusThatFallsSilentDelaysACommitByTwoLooksAtTheMost() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");
    ofOwner.loses();

    elsewhere.says("b").finishes();
    timer.advance(POLL);
    hear(reader);
    timer.advance(POLL);

    assertThat(hear(reader)).endsWith("RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void whatComesTwiceIsReadOnce() {
    ofOwner.doubles();
    ofReader.doubles();
    var elsewhere = run.activate(owner, 1).says("a").commits().says("b");
    RunReader reader = behind(0, 0);
    var heard = hear(reader);
    elsewhere.says("c").commits().says("d");
    heard.addAll(hear(reader));
    elsewhere.finishes();
    heard.addAll(hear(reader));

    assertThat(heard).containsExactly("a", "b", "c", "d", "RunFinish");
  }

  @Test
  void aNewActivationOnAThirdNodeVoidsWhatTheOldOneHadNotCommitted() {
    run.activate(owner, 1).says("a").commits().says("x", "y");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "x", "y");

    run.activate(next, 2).says("b");

    assertThat(hear(reader)).containsExactly("reset:2-1", "b");
  }

  @Test
  void whatTheOldActivationStillTellsIsNotHeard() {
    var old = run.activate(owner, 1).says("a").commits().says("x");
    RunReader reader = behind(0, 0);
    hear(reader);
    var now = run.activate(next, 2).says("b");
    hear(reader);

    old.says("ghost");
    now.says("c");

    assertThat(hear(reader)).containsExactly("c");
  }

  @Test
  void theBeginningOfANewActivationMayBeLost() {
    var old = run.activate(next, 1).says("a").commits().says("x", "y");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "x", "y");
    old.leaves();
    hear(reader);
    ofOwner.loses();
    var now = run.activate(owner, 2).says("b").commits();
    hear(reader);
    ofOwner.works();

    now.says("c");

    assertThat(hear(reader)).containsExactly("reset:2-1", "b", "c");
  }

  @Test
  void aRunThatComesToTheNodeOfItsReaderIsHeardThere() {
    var elsewhere = run.activate(owner, 1).says("a").commits().says("x");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "x");
    elsewhere.leaves();

    var here = run.activate(hub, 2).says("b");
    assertThat(hear(reader)).containsExactly("reset:2-1", "b");
    elsewhere.says("ghost");
    here.finishes();

    assertThat(hear(reader)).containsExactly("RunFinish");
  }

  @Test
  void aRunThatLeavesTheNodeOfItsReaderIsHeardWhereItGoes() {
    var here = run.activate(hub, 1);
    RunReader reader = fresh();
    here.says("a").commits().leaves();
    assertThat(hear(reader)).containsExactly("a");

    run.activate(next, 2).says("b");

    assertThat(hear(reader)).containsExactly("b");
  }

  @Test
  void aReaderThatWaitsForARunThatParksElsewhereIsLetGoAtOnce() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");

    elsewhere.parks();

    assertThat(hear(reader)).containsExactly("RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aReaderThatDoesNotKeepUpWithAnotherNodeIsEndedWhereItStopped() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");

    elsewhere.says(words(1_001));
    wire.runAll();

    assertThat(read(reader)).containsExactly("resync:1-1");
  }

  @Test
  void aBusThatWasAwayMakesReadersLookAtTheLog() {
    ofOwner.loses();
    var elsewhere = run.activate(owner, 1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");
    elsewhere.says("b").commits();
    assertThat(hear(reader)).isEmpty();

    foreign.publish(new Hint.Missed());

    assertThat(hear(reader)).containsExactly("b");
  }

  @Test
  void nonsenseAboutARunCostsLooksAndNothingElse() {
    var elsewhere = run.activate(owner, 1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");

    foreign.publish(new Hint.Tail(run.id, 1, 0, 99, true, List.of()));
    foreign.publish(new Hint.Tail(run.id, 0, 0, 99, true, List.of()));
    foreign.publish(new Hint.Following(run.id, new Cursor(7, 1_000)));
    assertThat(hear(reader)).isEmpty();
    elsewhere.says("b").finishes();

    assertThat(hear(reader)).containsExactly("b", "RunFinish");
  }
}
