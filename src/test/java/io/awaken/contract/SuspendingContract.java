package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.suspension.SuspensionChanges;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.DecideOutcome;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.List;
import java.util.stream.Stream;

/** What the suites of waiting runs share: questions, decisions, runs that wait. */
abstract class SuspendingContract extends StoreContract {
  static final JsonNode PARIS = JsonNodeFactory.instance.objectNode().put("city", "Paris");
  static final String HASH = "a".repeat(64);

  static RunIdentity identity(Fence fence) {
    return new RunIdentity(fence.threadId(), fence.runId(), null, "helper", ANN);
  }

  static SuspendTicket ticket(String callId) {
    return SuspendTicket.approval("tool:confirm", "May I?")
        .withId("ask_" + callId)
        .about(new PendingCall(callId, "book", PARIS))
        .decidedBy(new Approver("boss", true));
  }

  static NewSuspension question(Fence fence, String callId) {
    return question(fence, callId, false, ticket(callId));
  }

  /** A decision about it counts only with those about all others. */
  static NewSuspension ofBatch(Fence fence, String callId) {
    return question(fence, callId, true, ticket(callId));
  }

  /** Decided by itself after a minute. */
  static NewSuspension expiring(Fence fence, String callId, DecisionAction outcome) {
    return question(fence, callId, false, ticket(callId).expiring(new Expiry(60_000, outcome)));
  }

  static NewSuspension question(Fence fence, String callId, boolean batch, SuspendTicket ticket) {
    return new NewSuspension(
        identity(fence), callId, 1, SuspensionKind.APPROVAL, "permission", ticket, HASH, batch);
  }

  /** The same call, suspended once more. */
  static NewSuspension again(NewSuspension before) {
    return new NewSuspension(
        before.run(),
        before.callId(),
        before.ordinal() + 1,
        SuspensionKind.INPUT,
        null,
        before.ticket(),
        before.argumentsHash(),
        before.batch());
  }

  /** A commit that asks, with the calls it is about. */
  static StepCommit asks(NewSuspension... questions) {
    List<CallState> calls =
        Stream.of(questions)
            .map(asked -> new CallState(1, asked.callId(), "book", PARIS, suspended(), 0))
            .toList();
    return commit(List.of(), calls, changes(List.of(questions), List.of(), List.of()), List.of());
  }

  private static ToolCallStatus suspended() {
    return ToolCallStatus.SUSPENDED;
  }

  static SuspensionChanges changes(
      List<NewSuspension> opened, List<SuspensionKey> consumed, List<SuspensionKey> cancelled) {
    return new SuspensionChanges(opened, consumed, cancelled);
  }

  static StepCommit consumes(SuspensionKey... keys) {
    return changed(changes(List.of(), List.of(keys), List.of()));
  }

  static StepCommit cancels(SuspensionKey... keys) {
    return changed(changes(List.of(), List.of(), List.of(keys)));
  }

  static StepCommit changed(SuspensionChanges changes) {
    return commit(List.of(), List.of(), changes, List.of());
  }

  static StepCommit takesIn(String... entries) {
    return commit(List.of(), List.of(), SuspensionChanges.NONE, List.of(entries));
  }

  private static StepCommit commit(
      List<io.awaken.core.message.Message> messages,
      List<CallState> calls,
      SuspensionChanges changes,
      List<String> consumed) {
    return aCommit(fresh("commit"))
        .messages(messages)
        .newCalls(calls)
        .suspensions(changes)
        .consumed(consumed)
        .build();
  }

  static Decision approval(String id) {
    return new Decision(id, DecisionAction.RESUME, PARIS, "fine with me", 1_000);
  }

  /** A run that asked this and waits. */
  Fence waiting(ThreadId thread, String... callIds) {
    Fence fence = claimed(thread).fence();
    park(fence, Stream.of(callIds).map(id -> question(fence, id)).toArray(NewSuspension[]::new));
    return fence;
  }

  /** The same whose decisions count together. */
  Fence waitingForAll(ThreadId thread, String... callIds) {
    Fence fence = claimed(thread).fence();
    park(fence, Stream.of(callIds).map(id -> ofBatch(fence, id)).toArray(NewSuspension[]::new));
    return fence;
  }

  void park(Fence fence, NewSuspension... questions) {
    stores.runCommit().park(fence, asks(questions));
    assertThat(status(fence.runId())).isEqualTo(RunStatus.WAITING);
  }

  static SuspensionKey key(Fence fence, String callId) {
    return new SuspensionKey(fence.threadId(), fence.runId(), callId, 1);
  }

  DecideOutcome decide(Fence fence, String callId) {
    return stores.suspensions().decide(key(fence, callId), HASH, approval("d-" + callId), "bob");
  }

  /** Decides, and goes on with the run. */
  Claim resumed(Fence fence, String callId) {
    assertThat(decide(fence, callId).taken()).isEqualTo(Taken.RESUMES);
    return claimDue();
  }

  RunStatus status(RunId runId) {
    return stores.runs().find(runId).orElseThrow().status();
  }

  List<SuspensionStatus> questions(Fence fence) {
    return stores.suspensions().ofRun(fence.runId()).stream()
        .map(SuspensionRecord::status)
        .toList();
  }

  static Submission submission(ThreadId thread, ClaimToken claim, SubmitMode mode) {
    return submission(thread, claim).as(mode);
  }

  /** Says something to the run that keeps the thread; the entry has the id of the submission. */
  Submission steered(Fence fence) {
    var said = submission(fence.threadId(), null, SubmitMode.STEER);
    assertThat(stores.mailbox().submit(said)).isEqualTo(new SubmitResult.Steered(fence.runId()));
    return said;
  }
}
