package io.awaken.chaos.check;

import static io.awaken.chaos.check.Invariant.I1;
import static io.awaken.chaos.check.Invariant.I2;
import static io.awaken.chaos.check.Invariant.I3;
import static io.awaken.chaos.check.Invariant.I4;
import static io.awaken.chaos.check.Invariant.I5;
import static io.awaken.chaos.check.Invariant.I6;
import static io.awaken.chaos.check.Invariant.I7;
import static io.awaken.chaos.check.Invariant.I8;
import static io.awaken.chaos.check.Invariant.I9;
import static io.awaken.chaos.check.SampleDelegates.FAR;
import static io.awaken.chaos.check.SampleDelegates.LOCAL;
import static io.awaken.chaos.check.SampleDelegates.PARENT;
import static io.awaken.chaos.check.SampleDelegates.TASK;
import static io.awaken.chaos.check.SampleDelegates.ends;
import static io.awaken.chaos.check.SampleDelegates.starts;
import static io.awaken.chaos.check.SampleRound.later;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.chaos.check.Command.What;
import io.awaken.chaos.check.FinalState.Figure;
import io.awaken.chaos.check.FinalState.Job;
import io.awaken.chaos.check.FinalState.Message;
import io.awaken.chaos.check.FinalState.Run;
import io.awaken.chaos.check.FinalState.Work;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The checks accept a correct round and find every violation. */
class InvariantTest {

  /**
   * A change to a correct round.
   *
   * @param violates at least these invariants
   */
  private record Defect(String how, Consumer<SampleRound> change, Set<Invariant> violates) {
    @Override
    public String toString() {
      return how;
    }
  }

  private static final String SUSPENDED = "\"termination\":{\"type\":\"suspended\"}";

  private static Defect defect(
      String how, Consumer<SampleRound> change, Invariant first, Invariant... more) {
    return new Defect(how, change, EnumSet.of(first, more));
  }

  private static final List<Defect> ACCEPTED =
      List.of(
          defect("the message is not stored", round -> round.messages.removeFirst(), I1),
          defect("the message has changed", round -> replaceMessage(round, 0, "Pay?", 0), I1),
          defect(
              "the message is stored twice",
              round -> round.messages.addFirst(new Message("run-0", "user", "Pay!", 0)),
              I1),
          defect("its key is refused", round -> round.repeated.put("key-1", ""), I1),
          defect("its key returns another run", round -> round.repeated.put("key-1", "run-2"), I1),
          defect(
              "two answers name two runs",
              round -> answer(round, Submission.ACCEPTED, "run-2"),
              I1),
          defect("an answer with an unexpected status", round -> answer(round, 500, null), I1),
          defect(
              "the message of a run that was cancelled after its start is not stored",
              round -> {
                round.cancel();
                round.messages.clear();
              },
              I1),
          defect(
              "a refused message is stored",
              round -> {
                round.answers.clear();
                answer(round, 409, null);
              },
              I1));

  private static final List<Defect> OWNED =
      List.of(
          defect(
              "the first owner writes after the second",
              round -> {
                round.log.set(4, withId(round.log.get(4), "1-5"));
                round.received.set(6, withId(round.received.get(6), "1-5"));
              },
              I2),
          defect("an incomplete answer is stored", round -> replaceMessage(round, 3, "Pa", 0), I2),
          defect(
              "a cancelled run has a text that its model did not send",
              round -> {
                round.cancel();
                round.messages.add(new Message("run-1", "assistant", "He pays", 0));
              },
              I2),
          defect(
              "a turn has a different number of calls",
              round -> replaceMessage(round, 1, "I pay.", 2),
              I2),
          defect(
              "an answer is stored twice",
              round -> round.messages.add(new Message("run-1", "assistant", "Paid.", 0)),
              I2),
          defect("a turn is missing", round -> round.messages.removeLast(), I2),
          defect("a call has no result", round -> round.messages.remove(2), I2),
          defect(
              "a call has two results",
              round -> round.messages.add(3, new Message("run-1", "tool", "", 0)),
              I2));

  private static final List<Defect> ORDERED =
      List.of(
          defect("the log has a gap", round -> round.log.remove(1), I3),
          defect("the log has an event twice", round -> round.log.add(1, round.log.get(1)), I3),
          defect(
              "two nodes stream different events",
              round -> round.otherNode = round.log.subList(0, 5),
              I3),
          defect("the reader misses an event", round -> round.received.remove(1), I3),
          defect(
              "the reader receives an event twice",
              round -> round.received.add(1, round.received.get(1)),
              I3),
          defect("the reader receives no reset", round -> round.received.remove(4), I3),
          defect(
              "the reader receives a different event",
              round ->
                  round.received.set(
                      5, SampleRound.event(5, "2-4", "text_delta", "\"delta\":\"Late.\"")),
              I3),
          defect(
              "a reset withdraws a result",
              round ->
                  round.received.set(
                      3,
                      SampleRound.event(
                          2, "1-4", "tool_call_done", "\"id\":\"c\",\"outcome\":\"failed\"")),
              I3),
          defect(
              "a reset moves the reader forward",
              round -> round.received.set(4, withId(round.received.get(4), "1-9")),
              I3),
          defect(
              "the reader's stream ends early",
              round -> {
                round.log.add(5, SampleRound.event(5, "2-6", "step_end", "\"a\":1"));
                round.log.set(6, withId(round.log.get(6), "2-7"));
              },
              I3));

  private static final List<Defect> ENDED =
      List.of(
          defect(
              "two terminal events",
              round -> {
                round.log.add(withId(round.log.getLast(), "2-7"));
                round.received.add(withId(round.log.getLast(), "2-7"));
              },
              I4),
          defect("no terminal event", round -> round.log.removeLast(), I4),
          defect("the run is still running", round -> round.status = "running", I4),
          defect(
              "its document has another termination", round -> round.termination = "stopped", I4),
          defect("the run failed", SampleRound::fail, I4, I7),
          defect(
              "an accepted cancellation has no effect",
              round ->
                  round.commands.add(
                      round.command(What.CANCEL, "", "", 202, "{\"status\":\"cancel_requested\"}")),
              I4),
          defect("it was cancelled without a request", SampleRound::cancel, I4));

  private static final List<Defect> EFFECTIVE =
      List.of(
          defect(
              "a non-repeatable call was executed twice",
              round -> round.work.add(new Work("pay", "run-1", "call_1_1", "key")),
              I5),
          defect(
              "a repeated call has another key",
              round -> {
                round.work.set(0, new Work("book", "run-1", "call_1_1", "key"));
                round.work.add(new Work("book", "run-1", "call_1_1", "other"));
              },
              I5),
          defect("a successful call did no work", round -> round.work.clear(), I5),
          defect(
              "a success is reported twice",
              round -> round.log.add(3, withId(round.log.get(2), "1-4")),
              I5),
          defect(
              "work of a run that does not exist",
              round -> round.work.add(new Work("pay", "run-9", "call_1_1", "key")),
              I5),
          defect(
              "two decisions were accepted",
              round -> {
                round.commands.add(round.command(What.DECIDE, "ask.0", "resume", 202, ""));
                round.commands.add(round.command(What.DECIDE, "ask.1", "resume", 202, ""));
              },
              I5),
          defect(
              "a refused call was executed",
              round -> round.commands.add(round.command(What.DECIDE, "ask.0", "cancel", 202, "")),
              I5));

  private static final List<Defect> RESOURCES_AND_TIMES =
      List.of(
          defect(
              "a figure is above its limit",
              round -> round.figures.add(new Figure("slots", 1, 0)),
              I6),
          defect(
              "a figure is missing",
              round -> round.figures.add(new Figure("slots", Double.NaN, 0)),
              I6),
          defect("a job remains", round -> round.jobs.add(job("claimed", 1, null, true)), I7),
          defect(
              "an abandoned job has no error",
              round -> round.jobs.add(job("dead_letter", 4, null, true)),
              I7),
          defect(
              "an abandoned job has no input",
              round -> round.jobs.add(job("dead_letter", 4, "why", false)),
              I7),
          defect(
              "a job was abandoned after too few attempts",
              round -> {
                poison(round);
                round.jobs.set(0, job("dead_letter", 1, "why", true));
              },
              I7),
          defect(
              "a job was abandoned without a reason",
              round -> round.jobs.add(job("dead_letter", 4, "why", true)),
              I7),
          defect("a client gave up", round -> round.failures.add("no answer"), I8),
          defect("the run stalls too long", round -> stall(round, 10), I8),
          defect(
              "the run begins too late",
              round -> round.received.replaceAll(frame -> later(frame, 10)),
              I8),
          defect(
              "a suspended run ends too long after its cancellation",
              round -> {
                round.cancel();
                round.commands.add(round.command(What.CANCEL, "", "", 202, ""));
                round.received.add(1, SampleRound.event(1, "1-2", "run_finish", SUSPENDED));
                round.received.set(2, later(round.received.get(2), 10));
              },
              I8));

  private static final List<Defect> DELEGATED =
      List.of(
          defect(
              "a result of a delegate is not in the conversation",
              round -> round.delegates.messages.remove(3),
              I2,
              I9),
          defect(
              "a result of a delegate is in the conversation for another call",
              round -> round.delegates.messages.set(3, new Message(PARENT, "tool", "c-1", 0)),
              I9),
          defect(
              "a call gets two results and another none",
              round -> round.delegates.log.set(6, ends("2-7", "c-1", "completed", "Found.")),
              I9),
          defect(
              "a call is told of another end",
              round -> round.delegates.log.set(5, ends("2-6", "c-1", "failed", null)),
              I9),
          defect(
              "a call is told another answer",
              round -> round.delegates.log.set(5, ends("2-6", "c-1", "completed", "Lost.")),
              I9),
          defect(
              "a call starts two runs and another none",
              round -> round.delegates.log.set(4, starts(1, "1-5", "c-1", FAR)),
              I9),
          defect(
              "the run of a delegate is not stored",
              round -> round.delegates.below.remove(LOCAL),
              I9),
          defect(
              "a delegate has no call",
              round -> round.delegates.put("run-6", "helper", PARENT, "natural_end"),
              I9),
          defect(
              "a remote delegate has two tasks",
              round -> round.delegates.put("run-6", "helper", FAR, "natural_end"),
              I9),
          defect("a remote delegate has no task", round -> round.delegates.below.remove(TASK), I9),
          defect(
              "a task has no remote delegate",
              round -> round.delegates.put("run-6", "helper", Run.UNKNOWN, "natural_end"),
              I9),
          defect(
              "a remote delegate failed while its server was there",
              round -> round.delegates.ends(FAR, "error"),
              I4,
              I7),
          defect(
              "another delegate failed while the remote server was away",
              round -> {
                round.outages.add(new Outage("ended", 2, 0, 1));
                round.delegates.ends(LOCAL, "error");
              },
              I4,
              I7),
          defect(
              "a delegate was cancelled without the run that waits for it",
              round -> round.delegates.ends(LOCAL, "cancelled"),
              I4));

  private static final List<Defect> DEFECTS =
      Stream.of(ACCEPTED, OWNED, ORDERED, ENDED, EFFECTIVE, RESOURCES_AND_TIMES, DELEGATED)
          .flatMap(List::stream)
          .toList();

  @Test
  void aCorrectRoundViolatesNoInvariant() {
    assertThat(new SampleRound().violated()).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("DEFECTS")
  void everyDefectIsFound(Defect defect) {
    var round = new SampleRound();
    defect.change().accept(round);
    assertThat(round.violated()).containsAll(defect.violates());
  }

  @Test
  void aRunThatWasCancelledBeforeItBeganMayLackItsMessage() {
    var round = new SampleRound();
    round.cancel();
    round.messages.clear();
    round.began = false;
    round.work.clear();
    round.commands.add(round.command(What.CANCEL, "", "", 202, "{\"status\":\"cancelled\"}"));
    assertThat(round.violated()).isEmpty();
  }

  @Test
  void theLastTurnOfACancelledRunMayBeIncomplete() {
    var round = new SampleRound();
    round.cancel();
    round.messages.add(new Message("run-1", "assistant", "I p", 0));
    assertThat(round.violated()).doesNotContain(I2);
  }

  @Test
  void aPoisonedRunMayFailIfItIsInTheDeadLetter() {
    var round = new SampleRound();
    poison(round);
    assertThat(round.violated()).isEmpty();
  }

  @Test
  void aRunMayStallWhileTheDatabaseOrTheMachineIsUnavailable() {
    var round = new SampleRound();
    stall(round, 10);
    round.outages.add(new Outage("restart", Outage.DATABASE, 6_000_000_000L, 9_000_000_000L));
    assertThat(round.violated()).isEmpty();
    stall(round, 5);
    assertThat(round.violated()).containsExactly(I8);
    round.outages.add(new Outage("stalled", Outage.MACHINE, 9_000_000_000L, 19_000_000_000L));
    assertThat(round.violated()).isEmpty();
  }

  @Test
  void aRunMustNotStallWhileOneOfTwoNodesIsAvailable() {
    var round = new SampleRound();
    stall(round, 10);
    round.outages.add(new Outage("gone", 0, 6_000_000_000L, 12_000_000_000L));
    assertThat(round.violated()).containsExactly(I8);
    round.outages.add(new Outage("gone", 1, 7_000_000_000L, 11_000_000_000L));
    assertThat(round.violated()).isEmpty();
  }

  @Test
  void aRemoteDelegateMayFailIfItsServerWasAwayAndNotKnowItsTask() {
    var round = new SampleRound();
    round.outages.add(new Outage("ended", 2, 0, 1));
    round.delegates.ends(FAR, "error");
    round.delegates.log.set(6, ends("2-7", "c-2", "failed", null));
    assertThat(round.violated()).isEmpty();
    round.delegates.put(TASK, "helper", Run.UNKNOWN, "natural_end");
    assertThat(round.violated()).isEmpty();
    round.delegates.below.remove(TASK);
    assertThat(round.violated()).isEmpty();
  }

  @Test
  void delegatesAndTheirTasksMayBeCancelledWithTheRunThatWaits() {
    var round = new SampleRound();
    round.delegates.cancel();
    List.of(LOCAL, FAR, TASK).forEach(run -> round.delegates.ends(run, "cancelled"));
    round.commands.add(
        new Command(0, What.CANCEL, SampleDelegates.THREAD, PARENT, "", "", 202, "cancelled"));
    assertThat(round.violated()).isEmpty();
  }

  @Test
  void aRunThatWaitsForDelegatesMayStallLongerAndWhileTheRemoteServerIsAway() {
    var round = new SampleRound();
    round.received.set(6, starts(5, "2-5", "c-1", LOCAL));
    stall(round, 17);
    assertThat(round.violated()).doesNotContain(I8);
    stall(round, 10);
    assertThat(round.violated()).contains(I8);
    round.outages.add(new Outage("ended", 2, 6_000_000_000L, 20_000_000_000L));
    assertThat(round.violated()).doesNotContain(I8);
  }

  private static void replaceMessage(SampleRound round, int index, String text, int calls) {
    Message before = round.messages.get(index);
    round.messages.set(index, new Message(before.run(), before.role(), text, calls));
  }

  private static void answer(SampleRound round, int status, String run) {
    round.answers.add(new Submission.Answer(0, status, null, run));
  }

  private static Frame withId(Frame frame, String id) {
    return new Frame(frame.at(), id, frame.name(), frame.data());
  }

  private static Job job(String status, int attempts, String error, boolean payload) {
    return new Job("job-1", SampleRound.THREAD, "run-1", status, attempts, error, payload);
  }

  /** Makes the run a poisoned one that was correctly abandoned. */
  private static void poison(SampleRound round) {
    round.thread = "poisoned-1";
    round.fail();
    round.work.clear();
    round.jobs.add(new Job("job-1", "poisoned-1", "run-1", "dead_letter", 4, "why", true));
  }

  /** Delays the last event of the run. */
  private static void stall(SampleRound round, long seconds) {
    round.received.set(7, later(round.received.get(7), seconds));
  }
}
