package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.aCommit;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.suspension.SuspensionChanges;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * An owner's last commit against a concurrent command to its run. The run of each round has one
 * suspension, of the call {@code c}.
 *
 * <p>Each duel has two valid outcomes: both answers, and the stored status of the run, status of
 * the suspension, queued jobs and unread inbox entries.
 */
enum Duel {
  DECISION_AGAINST_PARKING(
      Duel::park,
      Duel::decide,
      "DecisionPending + STORED -> running, decided, 0 jobs, 0 left",
      "parked + RESUMES -> waiting, decided, 1 jobs, 0 left"),
  CANCELLATION_AGAINST_PARKING(
      Duel::park,
      Duel::cancel,
      "CancelPending + REQUESTED -> running, open, 0 jobs, 1 left",
      "parked + ENDED -> done, cancelled, 0 jobs, 0 left"),
  MESSAGE_AGAINST_PARKING(
      Duel::park,
      Duel::steer,
      "parked + Steered -> waiting, open, 0 jobs, 1 left",
      "parked + Steered -> waiting, open, 0 jobs, 1 left"),
  CANCELLATION_AGAINST_THE_END(
      Duel::answer,
      Duel::cancel,
      "CancelPending + REQUESTED -> running, open, 0 jobs, 1 left",
      "ended + ALREADY_DONE -> done, cancelled, 0 jobs, 0 left"),
  INTERRUPTION_AGAINST_THE_END(
      Duel::answer,
      Duel::interrupt,
      "CancelPending + Queued -> running, open, 1 jobs, 1 left",
      "ended + Queued -> done, cancelled, 1 jobs, 0 left"),
  MESSAGE_AGAINST_THE_END(
      Duel::answer,
      Duel::steer,
      "ended + Steered -> done, cancelled, 1 jobs, 0 left",
      "ended + Queued -> done, cancelled, 1 jobs, 0 left"),
  MESSAGE_AGAINST_A_FAILURE(
      Duel::fail,
      Duel::steer,
      "ended + Steered -> done, cancelled, 1 jobs, 0 left",
      "ended + Queued -> done, cancelled, 1 jobs, 0 left"),
  DECISION_AGAINST_A_FAILURE(
      Duel::fail,
      Duel::decide,
      "ended + STORED -> done, cancelled, 0 jobs, 0 left",
      "ended + CLOSED -> done, cancelled, 0 jobs, 0 left");

  static final String HASH = "a".repeat(64);
  private static final Caller ANN = new Caller("default", "ann", Set.of());

  final BiFunction<Stores, Integer, String> owner;
  final BiFunction<Stores, Integer, String> other;
  final String otherFirst;
  final String ownerFirst;

  Duel(
      BiFunction<Stores, Integer, String> owner,
      BiFunction<Stores, Integer, String> other,
      String otherFirst,
      String ownerFirst) {
    this.owner = owner;
    this.other = other;
    this.otherFirst = otherFirst;
    this.ownerFirst = ownerFirst;
  }

  static Duel of(int round) {
    return values()[round % values().length];
  }

  private static String park(Stores stores, int round) {
    return seen(
        "parked", () -> stores.runCommit().park(fence(round), last(round, SuspensionChanges.NONE)));
  }

  private static String answer(Stores stores, int round) {
    return end(stores, round, new TerminationReason.NaturalEnd());
  }

  private static String fail(Stores stores, int round) {
    return end(stores, round, new TerminationReason.Error("broken"));
  }

  private static String end(Stores stores, int round, TerminationReason why) {
    var cancels = new SuspensionChanges(List.of(), List.of(), List.of(key(round)));
    var outcome = new RunOutcome(why, null, 1, 1, 1);
    return seen(
        "ended", () -> stores.runCommit().finish(fence(round), last(round, cancels), outcome));
  }

  private static String seen(String otherwise, Runnable commit) {
    try {
      commit.run();
      return otherwise;
    } catch (CancelPending | DecisionPending e) {
      return e.getClass().getSimpleName();
    }
  }

  private static StepCommit last(int round, SuspensionChanges suspensions) {
    return aCommit("commit-" + round)
        .messages(Message.user("m-" + round, "done"))
        .suspensions(suspensions)
        .build();
  }

  private static String decide(Stores stores, int round) {
    var decision = new Decision("d", DecisionAction.RESUME, null, null, 1);
    return stores.suspensions().decide(key(round), HASH, decision, "bob").taken().name();
  }

  private static String cancel(Stores stores, int round) {
    return stores.runs().cancel(run(round), ANN).name();
  }

  private static String interrupt(Stores stores, int round) {
    return submit(stores, round, SubmitMode.INTERRUPT);
  }

  private static String steer(Stores stores, int round) {
    return submit(stores, round, SubmitMode.STEER);
  }

  private static String submit(Stores stores, int round, SubmitMode mode) {
    var said =
        new Submission(
            new RunId("said-" + round),
            thread(round),
            new JobId("said-job-" + round),
            "helper",
            ANN,
            null,
            List.of(Message.user("said-m-" + round, "and this")),
            null);
    return stores.mailbox().submit(said.as(mode)).getClass().getSimpleName();
  }

  private static ThreadId thread(int round) {
    return new ThreadId(ANN.tenant(), "thread-" + round);
  }

  private static RunId run(int round) {
    return new RunId("run-" + round);
  }

  private static SuspensionKey key(int round) {
    return new SuspensionKey(thread(round), run(round), "c", 1);
  }

  private static Fence fence(int round) {
    return new Fence(
        thread(round),
        run(round),
        new JobId("job-" + round),
        new ClaimToken("token-" + round),
        1,
        0,
        null);
  }
}
