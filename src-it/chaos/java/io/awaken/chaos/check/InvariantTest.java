package io.awaken.chaos.check;

import static io.awaken.chaos.check.Account.later;
import static io.awaken.chaos.check.Invariant.I1;
import static io.awaken.chaos.check.Invariant.I2;
import static io.awaken.chaos.check.Invariant.I3;
import static io.awaken.chaos.check.Invariant.I4;
import static io.awaken.chaos.check.Invariant.I5;
import static io.awaken.chaos.check.Invariant.I6;
import static io.awaken.chaos.check.Invariant.I7;
import static io.awaken.chaos.check.Invariant.I8;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.chaos.check.Command.What;
import io.awaken.chaos.check.Found.Figure;
import io.awaken.chaos.check.Found.Job;
import io.awaken.chaos.check.Found.Said;
import io.awaken.chaos.check.Found.Work;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The checker finds nothing in a round that went well, and whatever it is spoiled by. */
class InvariantTest {

  /**
   * A way in which a round goes wrong.
   *
   * @param finds the invariants that are broken by it, at least
   */
  private record Spoiled(String how, Consumer<Account> spoils, Set<Invariant> finds) {
    @Override
    public String toString() {
      return how;
    }
  }

  private static final String SUSPENDED = "\"termination\":{\"type\":\"suspended\"}";

  private static Spoiled spoiled(
      String how, Consumer<Account> spoils, Invariant first, Invariant... more) {
    return new Spoiled(how, spoils, EnumSet.of(first, more));
  }

  private static final List<Spoiled> ACCEPTED =
      List.of(
          spoiled("the message is gone", round -> round.messages.removeFirst(), I1),
          spoiled("the message has changed", round -> said(round, 0, "Pay?", 0), I1),
          spoiled(
              "the message is there twice",
              round -> round.messages.addFirst(new Said("run-0", "user", "Pay!", 0)),
              I1),
          spoiled("its key is forgotten", round -> round.repeated.put("key-1", ""), I1),
          spoiled("its key leads elsewhere", round -> round.repeated.put("key-1", "run-2"), I1),
          spoiled("two answers, two runs", round -> answer(round, Ask.ACCEPTED, "run-2"), I1),
          spoiled("an answer that is no refusal", round -> answer(round, 500, null), I1),
          spoiled(
              "the message of a run that was cancelled later is gone",
              round -> {
                round.isCancelled();
                round.messages.clear();
              },
              I1),
          spoiled(
              "a refused message is there",
              round -> {
                round.answers.clear();
                answer(round, 409, null);
              },
              I1));

  private static final List<Spoiled> OWNED =
      List.of(
          spoiled(
              "the first owner writes behind the second",
              round -> {
                round.log.set(4, renamed(round.log.get(4), "1-5"));
                round.heard.set(6, renamed(round.heard.get(6), "1-5"));
              },
              I2),
          spoiled("half an answer is kept", round -> said(round, 3, "Pa", 0), I2),
          spoiled(
              "a run that was stopped keeps what it never said",
              round -> {
                round.isCancelled();
                round.messages.add(new Said("run-1", "assistant", "He pays", 0));
              },
              I2),
          spoiled("the calls of a turn are others", round -> said(round, 1, "I pay.", 2), I2),
          spoiled(
              "an answer is kept twice",
              round -> round.messages.add(new Said("run-1", "assistant", "Paid.", 0)),
              I2),
          spoiled("a turn is missing", round -> round.messages.removeLast(), I2),
          spoiled("a call has no result", round -> round.messages.remove(2), I2),
          spoiled(
              "a call has two results",
              round -> round.messages.add(3, new Said("run-1", "tool", "", 0)),
              I2));

  private static final List<Spoiled> ORDERED =
      List.of(
          spoiled("the log has a gap", round -> round.log.remove(1), I3),
          spoiled("the log has an event twice", round -> round.log.add(1, round.log.get(1)), I3),
          spoiled(
              "two nodes tell it differently",
              round -> round.otherNode = round.log.subList(0, 5),
              I3),
          spoiled("the reader misses an event", round -> round.heard.remove(1), I3),
          spoiled(
              "the reader hears an event twice",
              round -> round.heard.add(1, round.heard.get(1)),
              I3),
          spoiled("the reader is not set back", round -> round.heard.remove(4), I3),
          spoiled(
              "the reader hears something else",
              round ->
                  round.heard.set(5, Account.event(5, "2-4", "text_delta", "\"delta\":\"Late.\"")),
              I3),
          spoiled(
              "a result is taken back",
              round ->
                  round.heard.set(
                      3,
                      Account.event(
                          2, "1-4", "tool_call_done", "\"id\":\"c\",\"outcome\":\"failed\"")),
              I3),
          spoiled(
              "the reader is set forward",
              round -> round.heard.set(4, renamed(round.heard.get(4), "1-9")),
              I3),
          spoiled(
              "the stream ends too early for its reader",
              round -> {
                round.log.add(5, Account.event(5, "2-6", "step_end", "\"a\":1"));
                round.log.set(6, renamed(round.log.get(6), "2-7"));
              },
              I3));

  private static final List<Spoiled> ENDED =
      List.of(
          spoiled(
              "two endings",
              round -> {
                round.log.add(renamed(round.log.getLast(), "2-7"));
                round.heard.add(renamed(round.log.getLast(), "2-7"));
              },
              I4),
          spoiled("no ending", round -> round.log.removeLast(), I4),
          spoiled("it runs for ever", round -> round.status = "running", I4),
          spoiled("its document says something else", round -> round.termination = "stopped", I4),
          spoiled("it failed", Account::fails, I4, I7),
          spoiled(
              "a cancellation was accepted and is forgotten",
              round ->
                  round.commands.add(
                      round.command(What.CANCEL, "", "", 202, "{\"status\":\"cancel_requested\"}")),
              I4),
          spoiled("it was cancelled by nobody", Account::isCancelled, I4));

  private static final List<Spoiled> EFFECTIVE =
      List.of(
          spoiled(
              "it paid twice",
              round -> round.work.add(new Work("pay", "run-1", "call_1_1", "key")),
              I5),
          spoiled(
              "a repeated call has another key",
              round -> {
                round.work.set(0, new Work("book", "run-1", "call_1_1", "key"));
                round.work.add(new Work("book", "run-1", "call_1_1", "other"));
              },
              I5),
          spoiled("what succeeded was not done", round -> round.work.clear(), I5),
          spoiled(
              "a success is told twice",
              round -> round.log.add(3, renamed(round.log.get(2), "1-4")),
              I5),
          spoiled(
              "work of a run that is gone",
              round -> round.work.add(new Work("pay", "run-9", "call_1_1", "key")),
              I5),
          spoiled(
              "two decisions were accepted",
              round -> {
                round.commands.add(round.command(What.DECIDE, "ask.0", "resume", 202, ""));
                round.commands.add(round.command(What.DECIDE, "ask.1", "resume", 202, ""));
              },
              I5),
          spoiled(
              "what was refused was done",
              round -> round.commands.add(round.command(What.DECIDE, "ask.0", "cancel", 202, "")),
              I5));

  private static final List<Spoiled> GIVEN_UP =
      List.of(
          spoiled("above a cap", round -> round.figures.add(new Figure("slots", 1, 0)), I6),
          spoiled(
              "a figure is not told",
              round -> round.figures.add(new Figure("slots", Double.NaN, 0)),
              I6),
          spoiled("a job stays", round -> round.jobs.add(job("claimed", 1, null, true)), I7),
          spoiled(
              "given up without a reason",
              round -> round.jobs.add(job("dead_letter", 4, null, true)),
              I7),
          spoiled(
              "given up without its payload",
              round -> round.jobs.add(job("dead_letter", 4, "why", false)),
              I7),
          spoiled(
              "given up too early",
              round -> {
                poison(round);
                round.jobs.set(0, job("dead_letter", 1, "why", true));
              },
              I7),
          spoiled(
              "given up for nothing",
              round -> round.jobs.add(job("dead_letter", 4, "why", true)),
              I7),
          spoiled("somebody waits in vain", round -> round.given.add("no answer"), I8),
          spoiled("it stands still too long", round -> standStill(round, 10), I8),
          spoiled(
              "it begins too late", round -> round.heard.replaceAll(frame -> later(frame, 10)), I8),
          spoiled(
              "it waited, was taken back, and ended too late",
              round -> {
                round.isCancelled();
                round.commands.add(round.command(What.CANCEL, "", "", 202, ""));
                round.heard.add(1, Account.event(1, "1-2", "run_finish", SUSPENDED));
                round.heard.set(2, later(round.heard.get(2), 10));
              },
              I8));

  private static final List<Spoiled> SPOILED =
      Stream.of(ACCEPTED, OWNED, ORDERED, ENDED, EFFECTIVE, GIVEN_UP)
          .flatMap(List::stream)
          .toList();

  @Test
  void nothingIsFoundInARoundThatWentWell() {
    assertThat(new Account().broken()).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("SPOILED")
  void whatGoesWrongIsFound(Spoiled spoiled) {
    var round = new Account();
    spoiled.spoils().accept(round);
    assertThat(round.broken()).containsAll(spoiled.finds());
  }

  @Test
  void aMessageMayBeMissingOfARunThatWasCancelledBeforeItBegan() {
    var round = new Account();
    round.isCancelled();
    round.messages.clear();
    round.began = false;
    round.work.clear();
    round.commands.add(round.command(What.CANCEL, "", "", 202, "{\"status\":\"cancelled\"}"));
    assertThat(round.broken()).isEmpty();
  }

  @Test
  void aRunThatWasStoppedMayKeepTheBeginningOfItsLastTurn() {
    var round = new Account();
    round.isCancelled();
    round.messages.add(new Said("run-1", "assistant", "I p", 0));
    assertThat(round.broken()).doesNotContain(I2);
  }

  @Test
  void aPoisonedRunMayFailWhenItIsInTheDeadLetter() {
    var round = new Account();
    poison(round);
    assertThat(round.broken()).isEmpty();
  }

  @Test
  void aRunMayStandStillWhileNothingIsThereThatCouldMoveIt() {
    var round = new Account();
    standStill(round, 10);
    round.outages.add(new Outage("restart", Outage.DATABASE, 6_000_000_000L, 9_000_000_000L));
    assertThat(round.broken()).isEmpty();
    standStill(round, 5);
    assertThat(round.broken()).containsExactly(I8);
    round.outages.add(new Outage("stalled", Outage.MACHINE, 9_000_000_000L, 19_000_000_000L));
    assertThat(round.broken()).isEmpty();
  }

  @Test
  void aRunMustNotStandStillWhileOneOfTwoNodesIsThere() {
    var round = new Account();
    standStill(round, 10);
    round.outages.add(new Outage("gone", 0, 6_000_000_000L, 12_000_000_000L));
    assertThat(round.broken()).containsExactly(I8);
    round.outages.add(new Outage("gone", 1, 7_000_000_000L, 11_000_000_000L));
    assertThat(round.broken()).isEmpty();
  }

  private static void said(Account round, int index, String text, int calls) {
    Said before = round.messages.get(index);
    round.messages.set(index, new Said(before.run(), before.role(), text, calls));
  }

  private static void answer(Account round, int status, String run) {
    round.answers.add(new Ask.Answer(0, status, null, run));
  }

  private static Heard renamed(Heard frame, String id) {
    return new Heard(frame.at(), id, frame.name(), frame.data());
  }

  private static Job job(String status, int attempts, String error, boolean payload) {
    return new Job("job-1", Account.THREAD, "run-1", status, attempts, error, payload);
  }

  /** The run cannot be written, and was given up as it must be. */
  private static void poison(Account round) {
    round.thread = "poisoned-1";
    round.fails();
    round.work.clear();
    round.jobs.add(new Job("job-1", "poisoned-1", "run-1", "dead_letter", 4, "why", true));
  }

  /** Its last event comes so much later. */
  private static void standStill(Account round, long seconds) {
    round.heard.set(7, later(round.heard.get(7), seconds));
  }
}
