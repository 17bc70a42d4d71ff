package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.RunStarts;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.Lineage;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the thread knows of the calls of a run that ended without an owner: a model that does not
 * read of a call which was begun asks for it once more, and it is done twice (I5).
 */
public abstract class OwnerlessEndingContract extends SuspendingContract {
  private static final String BEGUN = "what it did is not known";
  private static final String BEGUN_BEFORE = "its effect is unknown";

  @Test
  @Failures("F07")
  void anInterruptedRunThatIsTakenOverLeavesAResultOfEachCallThatWasBegun() {
    var claim = claimed(newThread());
    Fence fence = asked(claim);
    var next = submission(fence.threadId(), null, SubmitMode.INTERRUPT);
    assertThat(stores.mailbox().submit(next)).isInstanceOf(SubmitResult.Queued.class);

    assertThat(stores.mailbox().forceEndOverdue(Duration.ZERO, 10)).isEqualTo(1);

    assertToldOfWhatWasBegun(claim);
    assertThat(claimDue().runId()).isEqualTo(next.runId());
    assertThat(stores.threads().history(fence.threadId()))
        .endsWith(next.messages().getFirst())
        .hasSize(5);
  }

  @Test
  @Failures({"F07", "F11"})
  void aRunWhoseAttemptsAreUsedUpLeavesAResultOfEachCallThatWasBegun() {
    var claim = claimed(newThread());
    asked(claim);
    for (int attempt = 1; attempt <= Stores.SETTINGS.maxAttempts(); attempt++) {
      stores.expireLeases();
      assertThat(stores.mailbox().reclaimExpired(10)).isEqualTo(1);
      if (attempt < Stores.SETTINGS.maxAttempts()) {
        claimDue();
      }
    }
    assertToldOfWhatWasBegun(claim);
  }

  @Test
  @Failures("F07")
  void aRunThatCannotBeExecutedLeavesAResultOfEachCallThatWasBegun() {
    var claim = claimed(newThread());
    Fence fence = asked(claim);
    stores.mailbox().nack(fence, "broken", true);
    assertToldOfWhatWasBegun(claim);
  }

  @Test
  @Failures("F07")
  void aRunThatIsCancelledInTheQueueLeavesAResultOfEachCallThatWasBegun() {
    var claim = claimed(newThread());
    Fence fence = asked(claim);
    stores.mailbox().release(fence);
    assertThat(stores.runs().cancel(claim.runId(), ANN)).isEqualTo(CancelResult.ENDED);
    assertToldOfWhatWasBegun(claim);
  }

  @Test
  @Rows(139)
  void aStepThatItsOwnerLeftOpenHasAnEnd() {
    var claim = claimed(newThread());
    Fence fence = claim.fence();
    var begun = List.of(event(fence, 1, start(fence)), event(fence, 2, stepStart("m1")));
    var again =
        List.of(
            event(fence, 3, new AgentEvent.StepEnd()),
            event(fence, 4, stepStart("m1")),
            event(fence, 5, new AgentEvent.TextDelta("hel")));
    fence = stores.runCommit().commit(fence, step(Segment.join(begun)));
    fence = stores.runCommit().commit(fence, step(Segment.join(again)));

    stores.mailbox().nack(fence, "broken", true);

    assertThat(endingAfter(claim, 5))
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly("StepEnd", "RunFinish");
  }

  private static StreamEvent event(Fence fence, long sequence, AgentEvent event) {
    return new StreamEvent(new Cursor(fence.epoch(), sequence), Instant.EPOCH, event);
  }

  private static AgentEvent start(Fence fence) {
    return new AgentEvent.RunStart(fence.threadId().value(), fence.runId().value(), null);
  }

  private static AgentEvent stepStart(String messageId) {
    return new AgentEvent.StepStart(messageId);
  }

  /** A run that said nothing, and how it ends. */
  private record Silent(String how, BiConsumer<Stores, Submission> ends) {
    @Override
    public String toString() {
      return how;
    }
  }

  static Stream<Silent> silent() {
    return Stream.of(
        new Silent("cancelled", (on, run) -> on.runs().cancel(run.runId(), ANN)),
        new Silent("cleared", (on, run) -> on.mailbox().interrupt(run.threadId(), ANN)),
        new Silent("given up", (on, run) -> on.mailbox().nack(begun(on, run), "broken", true)),
        new Silent(
            "handed over and cancelled",
            (on, run) -> {
              on.mailbox().release(begun(on, run));
              on.runs().cancel(run.runId(), ANN);
            }));
  }

  private static Fence begun(Stores on, Submission run) {
    return on.mailbox().claim(candidate(run), newToken()).orElseThrow().fence();
  }

  @ParameterizedTest
  @MethodSource("silent")
  @Rows({59, 116})
  void theFirstEventOfARunThatSaidNothingNamesParentsOriginAndSender(Silent ending) {
    ThreadId above = stores.threads().create(newThread(), ANN, null, null, null).id();
    ThreadId below = stores.threads().create(newThread(), ANN, null, null, above).id();
    var parent = new RunId(fresh("run"));
    Submission remote =
        delegated(below, parent)
            .asking(spec -> spec.withDelivery(Delivery.USUAL.from(RunOrigin.A2A, "remote")));
    stores.mailbox().submit(remote);

    ending.ends().accept(stores, remote);

    assertThat(starts(remote))
        .containsExactly(
            RunStarts.of(
                below, remote.runId(), new Lineage(above, parent, RunOrigin.A2A, "remote"), null));
  }

  @ParameterizedTest
  @MethodSource("silent")
  @Rows(116)
  void theSenderOfAUsualRunThatSaidNothingIsItsCaller(Silent ending) {
    Submission usual = queued(newThread());

    ending.ends().accept(stores, usual);

    var lineage = new Lineage(null, null, RunOrigin.USER, ANN.subject());
    assertThat(starts(usual))
        .containsExactly(RunStarts.of(usual.threadId(), usual.runId(), lineage, null));
  }

  @Test
  @Rows(902)
  void theFirstEventOfARunThatSaidNothingNamesWhatItSupersededIfItDid() {
    var thread = newThread();
    var first = claimed(thread);
    finish(first);
    String asked = stores.threads().history(thread).getFirst().id();

    Submission waits =
        submission(thread, null).asking(spec -> spec.superseding(asked)).as(SubmitMode.REJECT);
    stores.mailbox().submit(waits);
    stores.runs().cancel(waits.runId(), ANN);
    Submission begins = submission(thread, newToken()).asking(spec -> spec.superseding(asked));
    var claim = ((SubmitResult.Claimed) stores.mailbox().submit(begins)).claim();
    stores.mailbox().nack(claim.fence(), "broken", true);

    assertThat(starts(waits)).extracting(AgentEvent.RunStart::supersedes).containsOnlyNulls();
    assertThat(starts(begins)).extracting(AgentEvent.RunStart::supersedes).containsExactly(asked);
  }

  private static Submission delegated(ThreadId thread, RunId parent) {
    String id = fresh("id");
    return new Submission(
        new RunId("run-" + id),
        thread,
        new JobId("job-" + id),
        "helper",
        ANN,
        parent,
        List.of(Message.user("in-" + id, "hello")),
        null);
  }

  private Stream<AgentEvent.RunStart> starts(Submission run) {
    return stores.events().read(run.runId(), 0, 10).stream()
        .flatMap(segment -> segment.eventsAfter(0).stream())
        .map(StreamEvent::event)
        .filter(AgentEvent.RunStart.class::isInstance)
        .map(AgentEvent.RunStart.class::cast);
  }

  @Test
  void theNextRunOfTheThreadWritesBehindTheResults() {
    var claim = claimed(newThread());
    Fence fence = asked(claim);
    stores.mailbox().nack(fence, "broken", true);

    Fence next = claimed(fence.threadId()).fence();
    stores.runCommit().commit(next, step(null, answer(next, "hello again")));

    assertThat(stores.threads().history(fence.threadId()))
        .extracting(Message::role)
        .containsExactly(
            Role.USER, Role.ASSISTANT, Role.TOOL, Role.TOOL, Role.USER, Role.ASSISTANT);
  }

  /** One call runs, one was begun and waits, one waits before it begins, one is done. */
  private Fence asked(Claim claim) {
    Fence fence = claim.fence();
    var arguments = JsonNodeFactory.instance.objectNode();
    var calls =
        List.of(
            new CallState(1, "runs", "pay", arguments, ToolCallStatus.RUNNING, 1),
            new CallState(1, "waits", "ship", arguments, ToolCallStatus.SUSPENDED, 1),
            new CallState(1, "asks", "book", arguments, ToolCallStatus.SUSPENDED, 0),
            new CallState(1, "done", "look", arguments, ToolCallStatus.SUCCEEDED, 1));
    List<ToolCall> asked =
        calls.stream().map(c -> new ToolCall(c.callId(), c.toolName(), arguments)).toList();
    var answer = new Message(fresh("message"), Role.ASSISTANT, List.of(), asked, null, null, null);
    return stores
        .runCommit()
        .commit(
            fence,
            aCommit(fresh("commit"))
                .messages(answer)
                .newCalls(calls)
                .segment(said(fence, 1, 3))
                .build());
  }

  private void assertToldOfWhatWasBegun(Claim claim) {
    assertThat(status(claim.runId())).isEqualTo(RunStatus.DONE);
    List<Message> told =
        stores.threads().history(claim.fence().threadId()).stream()
            .filter(message -> message.role() == Role.TOOL)
            .toList();
    assertThat(told).extracting(Message::toolCallId).containsExactly("runs", "waits");
    assertThat(told.getFirst().text()).contains("cancelled").contains(BEGUN);
    assertThat(told.getLast().text()).contains("cancelled").contains(BEGUN_BEFORE);
    assertThat(told)
        .allSatisfy(
            message -> assertThat(message.metadata().runId()).isEqualTo(claim.runId().value()));
    assertThat(ending(claim))
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly("ToolCallDone", "ToolCallDone", "RunFinish");
    assertThat(stores.runs().calls(claim.runId()))
        .extracting(CallState::status)
        .containsExactly(
            ToolCallStatus.CANCELLED,
            ToolCallStatus.CANCELLED,
            ToolCallStatus.CANCELLED,
            ToolCallStatus.SUCCEEDED);
  }

  private Stream<AgentEvent> ending(Claim claim) {
    return endingAfter(claim, 3);
  }

  private Stream<AgentEvent> endingAfter(Claim claim, long sequence) {
    return stores.events().read(claim.runId(), sequence, 10).stream()
        .flatMap(segment -> segment.eventsAfter(sequence).stream())
        .map(StreamEvent::event);
  }
}
