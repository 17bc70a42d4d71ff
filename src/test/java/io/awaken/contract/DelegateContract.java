package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.awaken.core.decision.Delegation;
import io.awaken.core.event.Cursor;
import io.awaken.core.message.Message;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.InboxQuery;
import io.awaken.core.suspension.AwaitedRun;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs that calls of other runs start and wait for. */
@Rows({195, 197})
public abstract class DelegateContract extends SuspendingContract {

  /** A run that waits for others, and these. */
  private record Family(Fence parent, List<Submission> children) {
    Submission child() {
      return children.getFirst();
    }
  }

  private static Submission child(Fence parent, String callId) {
    String id = fresh("child");
    var call =
        new ParentCall(
            parent.threadId().key(), parent.runId(), callId, 1, "helper", 1, parent.runId(), null);
    RunSpec spec =
        RunSpec.of("helper", parent.runId(), List.of(Message.user("in-" + id, "find it")))
            .calledBy(call);
    return new Submission(new RunId(id), newThread(), new JobId(id + "-job"), ANN, spec);
  }

  private static NewSuspension waitsFor(Fence parent, Submission child) {
    String callId = child.spec().parent().callId();
    var ticket =
        new AwaitedRun("helper", child.threadId().value(), child.runId().value())
            .ticket()
            .withId("ask_" + callId)
            .about(new PendingCall(callId, "agent_run_helper", PARIS));
    return new NewSuspension(
        identity(parent), callId, 1, SuspensionKind.CHILD, null, ticket, HASH, true);
  }

  private static StepCommit starts(Fence parent, List<Submission> children) {
    List<CallState> calls =
        children.stream()
            .map(each -> each.spec().parent().callId())
            .map(id -> new CallState(1, id, "agent_run_helper", PARIS, ToolCallStatus.SUSPENDED, 0))
            .toList();
    return aCommit(fresh("commit"))
        .newCalls(calls)
        .suspensions(
            changes(
                children.stream().map(each -> waitsFor(parent, each)).toList(),
                List.of(),
                List.of()))
        .children(children.toArray(Submission[]::new))
        .build();
  }

  private Family waitingFor(int children) {
    Fence parent = claimed(newThread()).fence();
    List<Submission> started =
        IntStream.rangeClosed(1, children).mapToObj(i -> child(parent, "c-" + i)).toList();
    stores.runCommit().park(parent, starts(parent, started));
    return new Family(parent, started);
  }

  private Claim claim(Submission child) {
    return stores.mailbox().claim(candidate(child), newToken()).orElseThrow();
  }

  private void finish(Submission child, Claim claim) {
    stores.runCommit().finish(claim.fence(), step(null), ANSWERED.to(child.spec().parent()));
  }

  private List<Candidate> dueOf(RunId run) {
    return stores.mailbox().due(100).stream().filter(job -> job.runId().equals(run)).toList();
  }

  private SuspensionRecord asked(Fence parent) {
    return stores.suspensions().ofRun(parent.runId()).getFirst();
  }

  @Test
  void aRunOfADelegateIsQueuedOnAThreadBelowItsParent() {
    Family family = waitingFor(1);

    Claim claim = claim(family.child());

    assertThat(claim.spec().parent()).isEqualTo(family.child().spec().parent());
    assertThat(claim.lineage().parentRunId()).isEqualTo(family.parent().runId());
    assertThat(claim.lineage().parentThreadId()).isEqualTo(family.parent().threadId());
    assertThat(stores.threads().history(claim.fence().threadId()))
        .extracting(Message::text)
        .containsExactly("find it");
    assertThat(status(family.parent().runId())).isEqualTo(RunStatus.WAITING);
  }

  /** Else its readers would stop reading before it continues. */
  @Test
  void aRunThatWaitsForRunsOnlyDoesNotRest() {
    Fence parent = waitingFor(1).parent();

    assertThat(stores.events().view(parent.runId(), Cursor.START, 0).orElseThrow().settled())
        .isFalse();
  }

  @Test
  void allRunsOfAStepAreQueued() {
    Family family = waitingFor(3);

    for (Submission each : family.children()) {
      assertThat(claim(each).fence().runId()).isEqualTo(each.runId());
    }
  }

  @Test
  void theStatesOfRunsAreReadTogether() {
    Family family = waitingFor(2);
    RunId ended = family.child().runId();
    RunId queued = family.children().getLast().runId();
    finish(family.child(), claim(family.child()));

    assertThat(stores.runs().states(List.of(ended, queued, new RunId(fresh("none")))))
        .containsOnly(entry(ended, RunStatus.DONE), entry(queued, RunStatus.CREATED));
  }

  @Test
  void nothingIsStartedByACommitThatIsRefused() {
    Fence parent = claimed(newThread()).fence();
    Submission child = child(parent, "c-1");
    StepCommit starts = starts(parent, List.of(child));
    stores.runCommit().commit(parent, step(null));

    assertThatThrownBy(() -> stores.runCommit().park(parent, starts))
        .isInstanceOf(StaleFence.class);

    assertThat(stores.runs().find(child.runId())).isEmpty();
    assertThat(stores.threads().find(child.threadId())).isEmpty();
  }

  @Test
  void aCommitWhoseAnswerWasLostStartsThemOnce() {
    Fence parent = claimed(newThread()).fence();
    Submission child = child(parent, "c-1");
    StepCommit starts = starts(parent, List.of(child));

    stores.runCommit().commit(parent, starts);
    stores.runCommit().commit(parent, starts);

    assertThat(dueOf(child.runId())).hasSize(1);
  }

  @Test
  void theEndOfTheRunAnswersTheCallAndQueuesTheParentOnce() {
    Family family = waitingFor(1);
    Claim claim = claim(family.child());
    StepCommit last = step(null);

    stores.runCommit().finish(claim.fence(), last, ANSWERED.to(claim.spec().parent()));
    stores.runCommit().finish(claim.fence(), last, ANSWERED.to(claim.spec().parent()));

    SuspensionRecord answered = asked(family.parent());
    assertThat(answered.status()).isEqualTo(SuspensionStatus.DECIDED);
    assertThat(answered.decidedBy()).isEqualTo(Delegation.BY);
    assertThat(answered.decision().result().toString())
        .isEqualTo(
            """
            {"agent_id":"helper","status":"completed","response":"done","steps":2}\
            """);
    assertThat(dueOf(family.parent().runId())).hasSize(1);
  }

  @Test
  void theParentResumesWhenTheLastOfThemHasEnded() {
    Family family = waitingFor(3);

    for (Submission child : family.children()) {
      assertThat(dueOf(family.parent().runId())).isEmpty();
      finish(child, claim(child));
    }

    assertThat(dueOf(family.parent().runId())).hasSize(1);
    Claim resumed = claimDue();
    assertThat(resumed.runId()).isEqualTo(family.parent().runId());
    assertThat(resumed.begun()).isTrue();
  }

  @Test
  void theParentResumesOnceWhenAllEndAtTheSameTime() throws Exception {
    Family family = waitingFor(4);
    List<Claim> claims = family.children().stream().map(this::claim).toList();
    var next = Stream.iterate(0, i -> i + 1).iterator();

    race(
        4,
        () -> {
          int at;
          synchronized (next) {
            at = next.next();
          }
          finish(family.children().get(at), claims.get(at));
          return at;
        });

    assertThat(dueOf(family.parent().runId())).hasSize(1);
    assertThat(questions(family.parent())).containsOnly(SuspensionStatus.DECIDED);
  }

  @Test
  void anEndBeforeTheParentParksKeepsItFromParking() {
    Fence parent = claimed(newThread()).fence();
    Submission child = child(parent, "c-1");
    Fence now = stores.runCommit().commit(parent, starts(parent, List.of(child)));

    finish(child, claim(child));

    assertThatThrownBy(() -> stores.runCommit().park(now, step(null)))
        .isInstanceOf(DecisionPending.class);
  }

  @Test
  void aRunThatIsCancelledInTheQueueAnswersToo() {
    Family family = waitingFor(1);

    assertThat(stores.runs().cancel(family.child().runId(), ANN)).isEqualTo(CancelResult.ENDED);

    assertThat(asked(family.parent()).decision().result().path("status").asText())
        .isEqualTo("cancelled");
    assertThat(dueOf(family.parent().runId())).hasSize(1);
  }

  @Test
  void aRunWhoseThreadIsInterruptedAnswersToo() {
    Family family = waitingFor(1);

    stores.mailbox().interrupt(family.child().threadId(), ANN);

    assertThat(asked(family.parent()).decision().result().path("status").asText())
        .isEqualTo("cancelled");
    assertThat(dueOf(family.parent().runId())).hasSize(1);
  }

  @Test
  void aDeadLetterAnswersToo() {
    Family family = waitingFor(1);
    Claim claim = claim(family.child());

    stores.mailbox().nack(claim.fence(), "broken", true);

    SuspensionRecord answered = asked(family.parent());
    assertThat(answered.decision().result().path("status").asText()).isEqualTo("failed");
    assertThat(answered.decision().reason()).isNotBlank();
    assertThat(dueOf(family.parent().runId())).hasSize(1);
  }

  @Test
  void anEndWithoutAParentThatWaitsIsWritten() {
    Family family = waitingFor(1);
    Claim claim = claim(family.child());
    stores.runs().cancel(family.parent().runId(), ANN);

    finish(family.child(), claim);

    assertThat(status(family.child().runId())).isEqualTo(RunStatus.DONE);
    assertThat(questions(family.parent())).containsExactly(SuspensionStatus.CANCELLED);
    assertThat(dueOf(family.parent().runId())).isEmpty();
  }

  @Test
  void nobodyIsAskedAboutACallThatWaitsForARun() {
    Family family = waitingFor(1);
    ThreadId thread = family.parent().threadId();
    var all = new InboxQuery(ANN.tenant(), null, List.of("open"), thread, null, null, null);

    assertThat(stores.suspensions().open(thread)).isEmpty();
    assertThat(stores.suspensions().openOf(List.of(family.parent().runId())))
        .allSatisfy((run, open) -> assertThat(open).noneMatch(SuspensionRecord::ofPeople));
    assertThat(stores.suspensions().inbox(all, 10)).isEmpty();
    assertThat(asked(family.parent()).seenBy(ANN)).isFalse();
  }
}
