package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Hint;
import io.awaken.fixture.Failures;
import io.awaken.http.stream.StreamThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads a run whose node has lost it while its activation there still publishes. */
@Failures("F23")
class LostRunReaderTest extends RemoteReaderBed {

  @Test
  void aRunThatItsNodeHasLostIsReadAtOnceAlthoughItStillPublishes() {
    var stuck = run.activate(hub, 1).says("a").commits().says("x");
    RunReader reader = fresh();
    assertThat(drain(reader)).containsExactly("a", "x");
    run.activateElsewhere(2).says("b").commits();

    hub.abandon(run.id, 1);
    stuck.says("ghost");

    assertThat(drain(reader)).containsExactly("reset:1-1", "b");
    stuck.says("ghost").leaves();
    assertThat(drain(reader)).isEmpty();
  }

  @Test
  void anEndCommittedBeforeTheLossWasReportedArrivesAtOnce() {
    var ending = run.activate(hub, 1).says("a");
    RunReader reader = fresh();
    ending.finishesUnseen();

    hub.abandon(run.id, 1);

    assertThat(drain(reader)).containsExactly("a", "RunFinish");
  }

  @Test
  void aNewerActivationOfALostRunIsFollowed() {
    RunReader reader = fresh();
    var here = run.activate(hub, 2).says("a");

    hub.abandon(run.id, 1);
    here.says("b").finishes();

    assertThat(drain(reader)).containsExactly("a", "b", "RunFinish");
  }

  @Test
  void aReaderOfALostRunEndsWhenItEndsElsewhere() {
    run.activate(hub, 1).says("a").commits();
    List<RunWait.End> ends = new ArrayList<>();
    new RunWait(
            run.id,
            hub,
            id -> run.view(id, Cursor.START, 0).orElseThrow().settled(),
            POLL,
            new StreamThreads(threads, timer),
            ends::add)
        .start(Duration.ofSeconds(30));
    threads.runAll();

    run.activateElsewhere(2).finishes();
    hub.abandon(run.id, 1);

    threads.runAll();
    assertThat(ends).containsExactly(RunWait.End.SETTLED);
  }

  @Test
  void aRunTakenByAnotherNodeIsReadThereAlthoughItStillPublishesHere() {
    var stuck = run.activate(hub, 1).says("a").commits().says("x");
    RunReader reader = fresh();
    assertThat(drain(reader)).containsExactly("a", "x");

    var now = run.activate(owner, 2).says("b");
    foreign.publish(new Hint.Tail(run.id, 2, 1, 1, false, List.of()));
    wire.runAll();
    stuck.says("ghost");
    assertThat(drain(reader)).containsExactly("reset:2-1", "b");
    stuck.says("ghost");
    now.says("c").finishes();

    assertThat(drain(reader)).containsExactly("c", "RunFinish");
  }

  @Test
  void aReaderOfANewerActivationIgnoresANodeThatLostTheRun() {
    var zombie = run.activate(hub, 1);
    run.activateElsewhere(2).says("a").says("b").commits();
    RunReader reader = behind(2, 2);

    zombie.says("ghost");
    assertThat(drain(reader)).isEmpty();
    run.activateElsewhere(3).says("c").finishes();
    timer.advance(POLL);

    assertThat(drain(reader)).containsExactly("c", "RunFinish");
  }

  @Test
  void aLostActivationThatStartsAfterItsReaderIsIgnoredToo() {
    run.activateElsewhere(2).says("a").says("b").commits();
    RunReader reader = behind(2, 2);
    assertThat(drain(reader)).isEmpty();

    run.activate(hub, 1).says("ghost");
    assertThat(drain(reader)).isEmpty();
    run.activateElsewhere(3).says("c").finishes();
    timer.advance(POLL);

    assertThat(drain(reader)).containsExactly("c", "RunFinish");
  }

  @Test
  void anOlderRemoteActivationDoesNotSilenceTheLocalOne() {
    RunReader reader = fresh();
    var here = run.activate(hub, 2).says("a");

    foreign.publish(new Hint.Tail(run.id, 1, 0, 0, false, List.of()));
    foreign.publish(new Hint.Tail(run.id, 2, 0, 0, true, List.of()));
    wire.runAll();
    here.says("b").finishes();

    assertThat(drain(reader)).containsExactly("a", "b", "RunFinish");
  }

  @Test
  void aSilentReaderDetectsThatItsNodeHasLostTheRun() {
    run.activate(hub, 1).says("a").commits().says("x");
    RunReader reader = fresh();
    assertThat(drain(reader)).containsExactly("a", "x");
    run.activateElsewhere(2).says("b").finishes();

    reader.quiet();

    assertThat(drain(reader)).containsExactly("reset:1-1", "b", "RunFinish");
  }

  @Test
  void aSilentReaderOfABusyRunChecksOnceAndContinues() {
    var slow = run.activate(hub, 1).says("a").commits().says("b");
    RunReader reader = fresh();
    assertThat(drain(reader)).containsExactly("a", "b");
    run.queries();

    reader.quiet();
    assertThat(drain(reader)).isEmpty();

    assertThat(run.queries()).isOne();
    slow.says("c");
    assertThat(reader.next()).extracting(StreamTexts::of).isEqualTo("c");
  }

  @Test
  void aFailedCheckDuringASilenceChangesNothing() {
    var slow = run.activate(hub, 1).says("a");
    RunReader reader = fresh();
    assertThat(drain(reader)).containsExactly("a");
    run.broken(true);

    reader.quiet();
    assertThat(drain(reader)).isEmpty();
    slow.says("b");

    assertThat(reader.next()).extracting(StreamTexts::of).isEqualTo("b");
  }
}
