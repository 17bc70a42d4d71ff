package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunStore.InboxEntry;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a submission does when another run keeps the thread. */
@Rows(183)
public abstract class SubmitModeContract extends SuspendingContract {

  private static final int MOST_UNREAD = Stores.SETTINGS.bounds().unread();

  enum Held {
    FREE,
    EXECUTED,
    WAITED_FOR,
    GIVEN_BACK,
    IN_LINE
  }

  /** The thread of a run that is there. */
  private ThreadId thread(Held how) {
    ThreadId thread = newThread();
    switch (how) {
      case FREE -> finish(claimed(thread));
      case EXECUTED -> claimed(thread);
      case WAITED_FOR -> waiting(thread, "c-1");
      case GIVEN_BACK -> stores.mailbox().release(claimed(thread).fence());
      case IN_LINE -> queued(thread);
    }
    return thread;
  }

  @ParameterizedTest
  @CsvSource({
    "INTERRUPT, FREE, Claimed, Queued",
    "INTERRUPT, EXECUTED, Queued, Queued",
    "INTERRUPT, WAITED_FOR, Claimed, Queued",
    "INTERRUPT, GIVEN_BACK, Claimed, Queued",
    "INTERRUPT, IN_LINE, Claimed, Queued",
    "QUEUE, FREE, Claimed, Queued",
    "QUEUE, EXECUTED, Queued, Queued",
    "QUEUE, WAITED_FOR, Queued, Queued",
    "QUEUE, GIVEN_BACK, Queued, Queued",
    "QUEUE, IN_LINE, Queued, Queued",
    "REJECT, FREE, Claimed, Queued",
    "REJECT, EXECUTED, thread_busy, thread_busy",
    "REJECT, WAITED_FOR, thread_busy, thread_busy",
    "REJECT, GIVEN_BACK, thread_busy, thread_busy",
    "REJECT, IN_LINE, thread_busy, thread_busy",
    "STEER, FREE, Claimed, Queued",
    "STEER, EXECUTED, Steered, Steered",
    "STEER, WAITED_FOR, Steered, Steered",
    "STEER, GIVEN_BACK, Steered, Steered",
    "STEER, IN_LINE, Queued, Queued",
    "RESUME_OPEN_RUN, FREE, no_open_run, no_open_run",
    "RESUME_OPEN_RUN, EXECUTED, Steered, Steered",
    "RESUME_OPEN_RUN, WAITED_FOR, Steered, Steered",
    "RESUME_OPEN_RUN, GIVEN_BACK, Steered, Steered",
    "RESUME_OPEN_RUN, IN_LINE, no_open_run, no_open_run"
  })
  void theModeSaysWhatBecomesOfASubmission(
      SubmitMode mode, Held held, String streaming, String background) {
    var withClaim = submission(thread(held), newToken(), mode);
    var without = submission(thread(held), null, mode);

    assertThat(kind(stores.mailbox().submit(withClaim))).isEqualTo(streaming);
    assertThat(kind(stores.mailbox().submit(without))).isEqualTo(background);
    assertThat(stores.runs().find(withClaim.runId()).isPresent())
        .isEqualTo(streaming.equals("Claimed") || streaming.equals("Queued"));
  }

  private static String kind(SubmitResult result) {
    return result instanceof SubmitResult.Refused refused
        ? refused.code().wire()
        : result.getClass().getSimpleName();
  }

  @ParameterizedTest
  @EnumSource(SubmitMode.class)
  void whateverTheModeAThreadOfAnotherTenantIsRefused(SubmitMode mode) {
    var fence = waiting(newThread(), "c-1");
    var foreign = submission(fence.threadId(), newToken(), STRANGER).as(mode);
    assertThat(stores.mailbox().submit(foreign))
        .isEqualTo(SubmitResult.Refused.threadNotFound(foreign.threadId()));
    assertThat(stores.runs().inbox(fence.runId())).isEmpty();
    assertThat(status(fence.runId())).isEqualTo(RunStatus.WAITING);
  }

  @Test
  @Rows(183)
  void aRunThatInterruptsCancelsTheOneThatWaitsAndTakesItsThread() {
    var fence = waiting(newThread(), "c-1");
    var submission = submission(fence.threadId(), newToken(), SubmitMode.INTERRUPT);

    var result = (SubmitResult.Claimed) stores.mailbox().submit(submission);

    var old = stores.runs().find(fence.runId()).orElseThrow();
    assertThat(old.termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(questions(fence)).containsExactly(SuspensionStatus.CANCELLED);
    assertThat(result.claim().begun()).isFalse();
    assertThat(result.more()).isFalse();
    var thread = stores.threads().find(fence.threadId()).orElseThrow();
    assertThat(thread.openRunId()).isEqualTo(submission.runId());
    assertThat(thread.latestRunId()).isEqualTo(submission.runId());
    assertThat(stores.threads().history(fence.threadId()))
        .endsWith(submission.messages().getFirst());
    assertThat(stores.mailbox().submit(submission)).isEqualTo(result);
    finish(result.claim());
  }

  @Test
  void aRunThatIsAboutToGoOnIsInterruptedLikeOneThatWaits() {
    var fence = waiting(newThread(), "c-1");
    decide(fence, "c-1");
    var candidate = stores.mailbox().due(1).getFirst();

    var submission = submission(fence.threadId(), newToken(), SubmitMode.INTERRUPT);
    assertThat(stores.mailbox().submit(submission)).isInstanceOf(SubmitResult.Claimed.class);
    assertThat(stores.mailbox().claim(candidate, newToken())).isEmpty();
    assertThat(dueJobs()).isEmpty();
    assertThat(questions(fence)).containsExactly(SuspensionStatus.CANCELLED);
  }

  @Test
  void aRunThatInterruptsSupersedesThoseInLineAndGoesBeforeWhatWasSaidToTheOldOne() {
    var fence = waiting(newThread(), "c-1");
    var inLine = queued(fence.threadId());
    var said = steered(fence);
    var submission = submission(fence.threadId(), newToken(), SubmitMode.INTERRUPT);
    var result = (SubmitResult.Claimed) stores.mailbox().submit(submission);
    assertThat(result.more()).isTrue();
    assertThat(stores.mailbox().submit(submission)).isEqualTo(result);
    assertThat(dueJobs()).isEmpty();

    finish(result.claim());
    assertThat(claimDue().runId()).isEqualTo(said.runId());
    assertThat(status(inLine.runId())).isEqualTo(RunStatus.DONE);
  }

  @Test
  void aRunThatWaitsAndIsSteeredStaysWaitingAndFindsTheMessageWhenItGoesOn() {
    var fence = waiting(newThread(), "c-1");
    var said = steered(fence);

    assertThat(status(fence.runId())).isEqualTo(RunStatus.WAITING);
    assertThat(dueJobs()).isEmpty();
    assertThat(questions(fence)).containsExactly(SuspensionStatus.OPEN);
    resumed(fence, "c-1");
    assertThat(stores.runs().inbox(fence.runId()))
        .containsExactly(new InboxEntry(said.runId().value(), said.messages(), null));
  }

  @Test
  void aMessageWhoseAnswerWasLostIsKeptOnce() {
    var fence = waiting(newThread(), "c-1");
    var said = steered(fence);
    assertThat(stores.mailbox().submit(said)).isEqualTo(new SubmitResult.Steered(fence.runId()));
    assertThat(stores.runs().inbox(fence.runId())).hasSize(1);

    var claim = resumed(fence, "c-1");
    stores.runCommit().commit(claim.fence(), takesIn(said.runId().value()));
    assertThat(stores.mailbox().submit(said)).isEqualTo(new SubmitResult.Steered(fence.runId()));
    assertThat(stores.runs().inbox(fence.runId())).isEmpty();
  }

  @Test
  void aRunWhoseInboxIsFullTakesMessagesAgainOnceItHasReadSome() {
    var fence = claimed(newThread()).fence();
    var first = steered(fence);
    for (int i = 1; i < MOST_UNREAD; i++) {
      steered(fence);
    }

    var more = submission(fence.threadId(), null, SubmitMode.STEER);
    assertThat(stores.mailbox().submit(more))
        .isEqualTo(SubmitResult.Refused.inboxFull(fence.runId()));
    assertThat(stores.mailbox().submit(first)).isEqualTo(new SubmitResult.Steered(fence.runId()));
    assertThat(stores.runs().inbox(fence.runId())).hasSize(MOST_UNREAD);

    stores.runCommit().commit(fence, takesIn(first.runId().value()));
    assertThat(stores.mailbox().submit(more)).isEqualTo(new SubmitResult.Steered(fence.runId()));
  }

  @Test
  @Failures("F25")
  void manyMessagesAtOnceAreAllKept() throws Exception {
    var fence = claimed(newThread()).fence();
    List<SubmitResult> results =
        race(
            8, () -> stores.mailbox().submit(submission(fence.threadId(), null, SubmitMode.STEER)));
    assertThat(results).containsOnly(new SubmitResult.Steered(fence.runId()));
    assertThat(stores.runs().inbox(fence.runId())).hasSize(8);
  }

  @Test
  @Failures("F25")
  void ofManyInTheBackgroundThatWantAFreeThreadForThemselvesOneGetsIt() throws Exception {
    var thread = newThread();
    finish(claimed(thread));

    List<SubmitResult> results =
        race(8, () -> stores.mailbox().submit(submission(thread, null, SubmitMode.REJECT)));

    assertThat(results).filteredOn(SubmitResult.Queued.class::isInstance).hasSize(1);
    assertThat(results).filteredOn(SubmitResult.Refused.class::isInstance).hasSize(7);
  }

  @Test
  @Failures("F25")
  void ofManyInTheBackgroundThatInterruptOnAFreeThreadOneIsLeft() throws Exception {
    var thread = newThread();
    finish(claimed(thread));

    List<SubmitResult> results =
        race(8, () -> stores.mailbox().submit(submission(thread, null, SubmitMode.INTERRUPT)));

    assertThat(results).allMatch(SubmitResult.Queued.class::isInstance);
    assertThat(stores.mailbox().queueDepth()).isOne();
  }

  @Test
  @Failures("F25")
  void whereManyComeAtOnceEachIsAnswered() throws Exception {
    var thread = newThread();
    var executing = claimed(thread);
    var turn = new AtomicInteger();

    List<SubmitResult> results =
        race(
            24,
            () -> {
              var mode = turn.getAndIncrement() % 3 == 0 ? SubmitMode.QUEUE : SubmitMode.INTERRUPT;
              return stores.mailbox().submit(submission(thread, newToken(), mode));
            });

    assertThat(results).hasSize(24).allMatch(SubmitResult.Queued.class::isInstance);
    stores.runCommit().finish(executing.fence(), step(null), CANCELLED);
    assertThat(dueJobs()).hasSize(1);
  }

  @Test
  void anInterruptionAndADecisionAtOnceAgreeOnWhatHappened() throws Exception {
    for (int i = 0; i < 10; i++) {
      var fence = waiting(newThread(), "c-1");
      var turn = new AtomicInteger();
      race(
          2,
          () ->
              turn.getAndIncrement() == 0
                  ? stores
                      .mailbox()
                      .submit(submission(fence.threadId(), newToken(), SubmitMode.INTERRUPT))
                  : decide(fence, "c-1"));
      assertThat(status(fence.runId())).isEqualTo(RunStatus.DONE);
      assertThat(questions(fence)).containsExactly(SuspensionStatus.CANCELLED);
      assertThat(dueJobs()).isEmpty();
      assertThat(stores.threads().find(fence.threadId()).orElseThrow().activeRunId()).isNotNull();
    }
  }
}
