package io.awaken.core.mailbox.control;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.control.DecisionRequest.About;
import io.awaken.core.mailbox.control.DecisionResult.NotAllowed;
import io.awaken.core.mailbox.control.DecisionResult.Submitted;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.run.RunStore.InboxEntry;
import io.awaken.core.store.run.Speakers;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.submit.RunService.Accepted;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.TestNode;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Callers may not approve calls that they may have asked for themselves. */
class FourEyesTest extends QuestionAsked {

  private static final Caller CLERK = new Caller("default", "ada", Set.of("clerk"));
  private static final Caller CHIEF = new Caller("default", "bob", Set.of("clerk", "chief"));
  private static final Caller AUDITOR = new Caller("default", "eve", Set.of("auditor"));
  private static final ThreadId THREAD = new ThreadId("t");

  @BeforeEach
  void aClerkAsksForAPayment() {
    asking = new AskingNode(AskingNode.APPROVAL.decidedBy(new Approver(null, true)));
    run = asking.ask(THREAD.value(), CLERK);
    question = asking.question(run);
  }

  private Accepted steer(Caller by) {
    var message = TestNode.request(THREAD.value(), "pay bob").by(by).as(SubmitMode.STEER);
    return asking.node.service.submit(message);
  }

  private DecisionResult approve(Caller by) {
    return decide(DecisionRequest.of(by, asking.question(run).callId(), DecisionAction.RESUME));
  }

  @Test
  @Attacks("S53")
  void aCallerWhoSteeredTheRunMayNotApproveItsCalls() {
    assertThat(steer(CHIEF).runId()).isEqualTo(run);

    assertThat(approve(CHIEF))
        .isEqualTo(new NotAllowed("a caller who has sent no message to the run"));
    assertUntouched();

    assertThat(approve(AUDITOR)).isInstanceOf(Submitted.class);
    asking.goOn();
    assertThat(asking.paid()).isOne();
  }

  @Test
  @Attacks("S53")
  void aCallerWhoSteeredADeadRunMayNotApproveCallsOfItsRedrive() {
    steer(CHIEF);
    approve(AUDITOR);
    var mailbox = asking.node.stores.mailbox();
    Fence fence =
        mailbox
            .claims()
            .claim(mailbox.claims().due(1).getFirst(), new ClaimToken("lost"))
            .orElseThrow()
            .fence();
    takeIn(fence);
    mailbox.leases().nack(fence, "Broken: for good", true);
    var again =
        new Redrive(THREAD, fence.jobId(), new RunId("again"), new JobId("again"), CLERK, false);
    assertThat(mailbox.queue().redrive(again)).isInstanceOf(SubmitResult.Queued.class);
    asking.goOn();

    run = again.runId();
    assertThat(approve(CHIEF))
        .isEqualTo(new NotAllowed("a caller who has sent no message to the run"));
    assertUntouched();
    assertThat(approve(AUDITOR)).isInstanceOf(Submitted.class);
  }

  /** Commits that the run has read its messages. */
  private void takeIn(Fence fence) {
    var read = asking.node.stores.runs().inbox(run).stream().map(InboxEntry::entryId).toList();
    assertThat(read).isNotEmpty();
    asking.node.stores.commits().commit(fence, aCommit("reads").consumed(read).build());
  }

  @Test
  @Attacks("S53")
  void aColleagueWithoutTheRolesStartsARunOfTheirOwn() {
    Accepted own = steer(AUDITOR);

    assertThat(own.how()).isEqualTo(Accepted.How.QUEUED);
    assertThat(own.runId()).isNotEqualTo(run);
    assertThat(asking.record(own.runId()).caller()).isEqualTo(AUDITOR);
    assertThat(asking.node.stores.runs().inbox(run)).isEmpty();
    assertThat(approve(AUDITOR)).isInstanceOf(Submitted.class);
  }

  @Test
  void aCallerWhoRefusedWithAReasonMayNotApproveTheNextCall() {
    asking.node.decider.decide(
        run,
        new DecisionRequest(
            CHIEF,
            question.callId(),
            About.LAST,
            null,
            DecisionAction.CANCEL,
            null,
            "pay bob instead"));
    var speakers = new Speakers(asking.node.stores.runs(), asking.node.stores.suspensions());

    assertThat(speakers.of(run)).containsExactlyInAnyOrder("ada", "bob");
  }

  @Test
  void anApprovalWithoutAReasonIsNotAMessageToTheRun() {
    approve(CHIEF);
    var speakers = new Speakers(asking.node.stores.runs(), asking.node.stores.suspensions());

    assertThat(speakers.of(run)).containsExactly("ada");
  }

  @Test
  void aRepeatedDecisionIsAcceptedEvenIfItsSenderHasSteeredTheRunSince() {
    DecisionResult first = approve(CHIEF);
    steer(CHIEF);

    assertThat(first).isInstanceOf(Submitted.class);
    assertThat(approve(CHIEF)).isEqualTo(first);
  }

  @Test
  void messagesNameTheirSender() {
    steer(CHIEF);
    approve(AUDITOR);
    asking.goOn();

    List<Message> history = asking.node.stores.threads().history(THREAD);
    assertThat(history)
        .filteredOn(message -> message.sender() != null)
        .extracting(Message::sender)
        .containsExactly("ada", "bob");
    assertThat(history).filteredOn(message -> message.sender() == null).hasSize(3);
  }
}
