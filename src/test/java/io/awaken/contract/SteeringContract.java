package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Attacks;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may speak to a run, in whose name that run then acts, and who has spoken to it. */
@Attacks("S53")
public abstract class SteeringContract extends SuspendingContract {

  private static final Caller ROLELESS = caller("rob", Set.of());
  private static final Caller MANAGER = caller("max", Set.of("manager", "user"));
  private static final Caller ANN_DEMOTED = caller("ann", Set.of());

  private static Caller caller(String subject, Set<String> roles) {
    return new Caller("acme", subject, roles);
  }

  private RunId begun(ThreadId thread, Caller caller) {
    var submission = submission(thread, newToken(), caller);
    assertThat(stores.mailbox().submit(submission)).isInstanceOf(SubmitResult.Claimed.class);
    return submission.runId();
  }

  private static Submission said(ThreadId thread, Caller by) {
    return submission(thread, newToken(), by).as(SubmitMode.STEER);
  }

  @ParameterizedTest(name = "{1} speaks to a run of {0}: {2}")
  @CsvSource({
    "ann, ann, true",
    "ann, ann without roles, true",
    "ann, max, true",
    "ann, rob, false",
    "rob, rob, true",
    "rob, ann, false",
    "rob, max, false",
    "anonymous, anonymous, true",
    "anonymous, rob, true",
    "ann, anonymous, false"
  })
  void aRunIsSpokenToByThoseWhoMayActForItsCaller(String of, String by, boolean allowed) {
    var thread = newThread();
    finishedForAll(thread);
    RunId run = begun(thread, named(of));
    var said = said(thread, named(by));

    assertThat(stores.mailbox().submit(said))
        .isEqualTo(allowed ? new SubmitResult.Steered(run) : new SubmitResult.Queued(said.jobId()));
    assertThat(stores.runs().inbox(run)).hasSize(allowed ? 1 : 0);
  }

  /** Everybody sees a thread that an anonymous caller has made. */
  private void finishedForAll(ThreadId thread) {
    finish(
        ((SubmitResult.Claimed) stores.mailbox().submit(submission(thread, newToken(), ANONYMOUS)))
            .claim());
  }

  private static Caller named(String name) {
    return switch (name) {
      case "ann" -> ANN;
      case "ann without roles" -> ANN_DEMOTED;
      case "max" -> MANAGER;
      case "rob" -> ROLELESS;
      default -> ANONYMOUS;
    };
  }

  @Test
  void whatIsNotForTheRunIsARunOfItsSender() {
    var executing = claimed(newThread());
    var said = said(executing.fence().threadId(), ROLELESS);

    stores.mailbox().submit(said);

    assertThat(stores.runs().senders(executing.runId())).containsExactly("ann");
    finish(executing);
    var own = claimDue();
    assertThat(own.runId()).isEqualTo(said.runId());
    assertThat(own.caller()).isEqualTo(ROLELESS);
    assertThat(stores.threads().history(said.threadId()))
        .extracting(Message::sender)
        .containsExactly("ann", "rob");
  }

  @Test
  void whatIsNotForARunThatWaitsDoesNotWaitForTheDecisionWithIt() {
    var fence = waiting(newThread(), "c-1");
    var said = said(fence.threadId(), ROLELESS);

    assertThat(stores.mailbox().submit(said)).isEqualTo(new SubmitResult.Queued(said.jobId()));

    var resumed = resumed(fence, "c-1");
    assertThat(stores.runs().inbox(fence.runId())).isEmpty();
    finish(resumed);
    assertThat(claimDue().caller()).isEqualTo(ROLELESS);
  }

  @ParameterizedTest
  @EnumSource(
      value = SubmitMode.class,
      names = {"STEER", "RESUME_OPEN_RUN"})
  void theSubjectOfARunThatWaitsSpeaksToItWhateverItsRolesAreNow(SubmitMode mode) {
    var fence = waiting(newThread(), "c-1");
    var said = submission(fence.threadId(), newToken(), ANN_DEMOTED).as(mode);

    assertThat(stores.mailbox().submit(said)).isEqualTo(new SubmitResult.Steered(fence.runId()));
  }

  @Test
  void whatIsForOpenRunsOnlyIsRefusedWhereTheSenderMayNotSpeakToIt() {
    var fence = waiting(newThread(), "c-1");
    var said = submission(fence.threadId(), newToken(), ROLELESS).as(SubmitMode.RESUME_OPEN_RUN);

    assertThat(stores.mailbox().submit(said)).isEqualTo(SubmitResult.Refused.noOpenRun());
    assertThat(stores.runs().find(said.runId())).isEmpty();
  }

  @Test
  void whatARunHasNotReadBecomesARunOfWhoSaidIt() {
    var fence = waiting(newThread(), "c-1");
    var said = said(fence.threadId(), MANAGER);
    stores.mailbox().submit(said);

    stores.runs().cancel(fence.runId(), ANN);

    assertThat(status(fence.runId())).isEqualTo(RunStatus.DONE);
    var own = claimDue();
    assertThat(own.runId()).isEqualTo(said.runId());
    assertThat(own.caller()).isEqualTo(MANAGER);
  }

  @Test
  void theSendersOfARunAreItsSubjectAndWhoeverSpokeToItReadOrNot() {
    var fence = claimed(newThread()).fence();
    assertThat(stores.runs().senders(fence.runId())).containsExactly("ann");
    var said = said(fence.threadId(), MANAGER);
    stores.mailbox().submit(said);
    assertThat(stores.runs().senders(fence.runId())).containsExactlyInAnyOrder("ann", "max");

    stores.runCommit().commit(fence, takesIn(said.runId().value()));

    assertThat(stores.runs().senders(fence.runId())).containsExactlyInAnyOrder("ann", "max");
    assertThat(stores.runs().senders(new RunId("none"))).isEmpty();
  }

  @Test
  void messagesOfCallersWithoutANameNameNoSender() {
    var thread = newThread();
    begun(thread, ANONYMOUS);

    assertThat(stores.threads().history(thread)).extracting(Message::sender).containsOnlyNulls();
  }
}
