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

/** Reads a run on one node that executes on others, which publish it over a bus. */
class RunReaderElsewhereTest extends RemoteReaderBed {

  @Test
  void eventsOfAnotherNodeAreReadLiveWithoutQueries() {
    var elsewhere = run.activate(owner, 1).says("a").commits().says("b");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a", "b");
    run.queries();

    elsewhere.says("c", "d");
    assertThat(drain(reader)).containsExactly("c", "d");
    elsewhere.says("e");
    assertThat(drain(reader)).containsExactly("e");
    assertThat(run.queries()).isZero();
  }

  @Test
  void uncommittedEventsAreRevokedEvenAfterOtherActivations() {
    var frozen = run.activate(hub, 1).says("a").commits().says("x", "y");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a", "x", "y");
    run.activateElsewhere(2).says("b", "c", "d").commits().leaves();
    run.activate(owner, 3).says("e").commits();

    frozen.leaves();

    assertThat(drain(reader)).containsExactly("reset:1-1", "b", "c", "d", "e");
  }

  @Test
  @Failures("F04")
  void allUncommittedEventsAreRevokedEvenBeyondTheirReplacement() {
    var frozen = run.activate(hub, 1).says("a").commits().says("x", "y", "z", "w");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a", "x", "y", "z", "w");
    run.activateElsewhere(2).says("b", "c", "d").commits().leaves();
    frozen.leaves();
    var now = run.activate(owner, 3).says("e");
    wire.runAll();

    assertThat(drain(reader)).containsExactly("reset:1-1", "b", "c", "d", "e");
    now.says("f");
    assertThat(drain(reader)).containsExactly("f");
  }

  @Test
  void deltasBetweenTwoTurnsOfTheBusAreBatched() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    drain(reader);
    ofOwner.publishedCount();

    elsewhere.says(words(500));

    assertThat(drain(reader)).hasSize(500);
    assertThat(ofOwner.publishedCount()).isOne();
  }

  @Test
  void aRunWithoutReadersElsewhereIsNotPublished() {
    RunReader here = reader(Cursor.START);
    here.start(() -> {}, true);
    var elsewhere = run.activate(owner, 1).says("a").commits();

    elsewhere.says("b").commits().finishes();

    wire.runAll();
    assertThat(ofOwner.publishedCount()).isZero();
  }

  @Test
  void publishingEndsSomeTimeAfterTheLastReaderLeft() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    drain(reader);
    reader.close();
    timer.advance(Duration.ofSeconds(9));
    wire.runAll();
    elsewhere.says("b");
    wire.runAll();
    ofOwner.publishedCount();

    elsewhere.says("c").commits().finishes();

    assertThat(wire.waiting()).isZero();
    assertThat(ofOwner.publishedCount()).isZero();
  }

  @Test
  void eventsThatReadersMayActOnComeFromTheLogAfterTheirCommit() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a");
    run.queries();

    elsewhere.emits(new AgentEvent.StepEnd()).commits();
    assertThat(drain(reader)).containsExactly("StepEnd");
    assertThat(run.queries()).isLessThanOrEqualTo(2);

    elsewhere.says("b").finishes();
    assertThat(drain(reader)).containsExactly("b", "RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aRemoteEventThatMustWaitForItsCommitIsIgnored() {
    run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a");

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

    assertThat(drain(reader)).isEmpty();
    assertThat(reader.finished()).isFalse();
  }

  @Test
  void aRunThatStartsAfterItsReaderIsReadFromItsFirstEvent() {
    RunReader reader = fresh();
    drain(reader);
    timer.advance(Duration.ofMillis(250));
    drain(reader);

    var elsewhere = run.activate(owner, 1).says("a");

    assertThat(drain(reader)).containsExactly("a");
    elsewhere.finishes();
    assertThat(drain(reader)).containsExactly("RunFinish");
  }

  @Test
  void aLostDeltaIsRequestedAgain() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    drain(reader);
    ofOwner.loses();
    elsewhere.says("b");
    wire.runAll();
    ofOwner.works();

    elsewhere.says("c");

    assertThat(drain(reader)).containsExactly("b", "c");
  }

  @Test
  void aLostLastEventArrivesWhenTheReaderRenewsItsInterest() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    drain(reader);
    ofOwner.loses();
    elsewhere.says("b");
    wire.runAll();
    ofOwner.works();

    timer.advance(POLL);

    assertThat(drain(reader)).containsExactly("b");
  }

  @Test
  void theLogIsPolledWhenTheBusIsSilent() {
    ofOwner.loses();
    var elsewhere = run.activate(owner, 1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a");

    elsewhere.says("b").commits();
    assertThat(drain(reader)).isEmpty();
    timer.advance(POLL);
    assertThat(drain(reader)).containsExactly("b");

    elsewhere.finishes();
    timer.advance(POLL);
    assertThat(drain(reader)).containsExactly("RunFinish");
  }

  @Test
  void aSilentBusDelaysACommitByAtMostTwoPolls() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a");
    ofOwner.loses();

    elsewhere.says("b").finishes();
    timer.advance(POLL);
    drain(reader);
    timer.advance(POLL);

    assertThat(drain(reader)).endsWith("RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void duplicateEventsAreReadOnce() {
    ofOwner.doubles();
    ofReader.doubles();
    var elsewhere = run.activate(owner, 1).says("a").commits().says("b");
    RunReader reader = behind(0, 0);
    var items = drain(reader);
    elsewhere.says("c").commits().says("d");
    items.addAll(drain(reader));
    elsewhere.finishes();
    items.addAll(drain(reader));

    assertThat(items).containsExactly("a", "b", "c", "d", "RunFinish");
  }

  @Test
  void aNewActivationOnAThirdNodeRevokesUncommittedEvents() {
    run.activate(owner, 1).says("a").commits().says("x", "y");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a", "x", "y");

    run.activate(next, 2).says("b");

    assertThat(drain(reader)).containsExactly("reset:2-1", "b");
  }

  @Test
  void eventsOfTheOldActivationAreIgnored() {
    var old = run.activate(owner, 1).says("a").commits().says("x");
    RunReader reader = behind(0, 0);
    drain(reader);
    var now = run.activate(next, 2).says("b");
    drain(reader);

    old.says("ghost");
    now.says("c");

    assertThat(drain(reader)).containsExactly("c");
  }

  @Test
  void theBeginningOfANewActivationMayBeLost() {
    var old = run.activate(next, 1).says("a").commits().says("x", "y");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a", "x", "y");
    old.leaves();
    drain(reader);
    ofOwner.loses();
    var now = run.activate(owner, 2).says("b").commits();
    drain(reader);
    ofOwner.works();

    now.says("c");

    assertThat(drain(reader)).containsExactly("reset:2-1", "b", "c");
  }

  @Test
  void aRunThatMovesToItsReadersNodeIsReadThere() {
    var elsewhere = run.activate(owner, 1).says("a").commits().says("x");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a", "x");
    elsewhere.leaves();

    var here = run.activate(hub, 2).says("b");
    assertThat(drain(reader)).containsExactly("reset:2-1", "b");
    elsewhere.says("ghost");
    here.finishes();

    assertThat(drain(reader)).containsExactly("RunFinish");
  }

  @Test
  void aRunThatLeavesItsReadersNodeIsReadOnTheOtherNode() {
    var here = run.activate(hub, 1);
    RunReader reader = fresh();
    here.says("a").commits().leaves();
    assertThat(drain(reader)).containsExactly("a");

    run.activate(next, 2).says("b");

    assertThat(drain(reader)).containsExactly("b");
  }

  @Test
  void aReaderOfARunThatParksOnAnotherNodeEndsAtOnce() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a");

    elsewhere.parks();

    assertThat(drain(reader)).containsExactly("RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aSlowReaderOfAnotherNodeEndsWhereItStopped() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a");

    elsewhere.says(words(1_001));
    wire.runAll();

    assertThat(read(reader)).containsExactly("resync:1-1");
  }

  @Test
  void anInterruptedBusMakesReadersReadTheLog() {
    ofOwner.loses();
    var elsewhere = run.activate(owner, 1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a");
    elsewhere.says("b").commits();
    assertThat(drain(reader)).isEmpty();

    foreign.publish(new Hint.Missed());

    assertThat(drain(reader)).containsExactly("b");
  }

  @Test
  void invalidTailsOnlyCostPolls() {
    var elsewhere = run.activate(owner, 1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(drain(reader)).containsExactly("a");

    foreign.publish(new Hint.Tail(run.id, 1, 0, 99, true, List.of()));
    foreign.publish(new Hint.Tail(run.id, 0, 0, 99, true, List.of()));
    foreign.publish(new Hint.Following(run.id, new Cursor(7, 1_000)));
    assertThat(drain(reader)).isEmpty();
    elsewhere.says("b").finishes();

    assertThat(drain(reader)).containsExactly("b", "RunFinish");
  }
}
