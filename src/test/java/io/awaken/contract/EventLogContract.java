package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reading committed events. */
public abstract class EventLogContract extends StoreContract {

  @Test
  void aRunThatSaidNothingHasNoEvents() {
    var claim = claimed(newThread());
    assertThat(stores.events().read(claim.runId(), 0, 10)).isEmpty();
    assertThat(stores.events().lastSequence(claim.runId(), 1)).isZero();
    assertThat(stores.events().read(new RunId(fresh("run")), 0, 10)).isEmpty();
    assertThat(stores.events().lastSequence(new RunId(fresh("run")), 1)).isZero();
  }

  @Test
  void segmentsArePagedFromAnySequenceNumber() {
    var fence = claimed(newThread()).fence();
    for (long first = 1; first <= 10; first += 3) {
      fence = stores.runCommit().commit(fence, step(said(fence, first, first + 2)));
    }
    assertThat(lastOfEach(fence.runId(), 0, 2)).containsExactly(3L, 6L);
    assertThat(lastOfEach(fence.runId(), 6, 2)).containsExactly(9L, 12L);
    assertThat(lastOfEach(fence.runId(), 4, 2)).containsExactly(6L, 9L);
    assertThat(lastOfEach(fence.runId(), 11, 2)).containsExactly(12L);
    assertThat(lastOfEach(fence.runId(), 12, 2)).isEmpty();
  }

  @Test
  void runsOfOneThreadDoNotSeeEachOthersEvents() {
    var thread = newThread();
    var first = claimed(thread);
    stores.runCommit().finish(first.fence(), step(said(first.fence(), 1, 2)), ANSWERED);
    var second = claimed(thread);
    stores.runCommit().finish(second.fence(), step(said(second.fence(), 1, 7)), ANSWERED);

    assertThat(lastOfEach(first.runId(), 0, 10)).containsExactly(2L);
    assertThat(lastOfEach(second.runId(), 0, 10)).containsExactly(7L);
  }

  @Test
  void theLastSequenceIsKnownForEachEpoch() {
    var first = claimed(newThread());
    stores.runCommit().commit(first.fence(), step(said(first.fence(), 1, 4)));
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    var second = claimDue();
    stores.runCommit().commit(second.fence(), step(said(second.fence(), 5, 9)));

    assertThat(stores.events().lastSequence(first.runId(), 0)).isZero();
    assertThat(stores.events().lastSequence(first.runId(), 1)).isEqualTo(4);
    assertThat(stores.events().lastSequence(first.runId(), 2)).isEqualTo(9);
    assertThat(stores.events().lastSequence(first.runId(), 3)).isEqualTo(9);
  }

  @Test
  @Rows({169, 170, 171, 172})
  void everyEventComesBackAsItWasWithItsTime() {
    var fence = claimed(newThread()).fence();
    var events = placed(fence.epoch(), everyEvent(fence.runId().value()));
    stores.runCommit().commit(fence, step(Segment.join(events)));

    List<StreamEvent> read = stores.events().read(fence.runId(), 0, 1).getFirst().eventsAfter(0);
    assertThat(read).isEqualTo(events);
  }

  private static List<AgentEvent> everyEvent(String run) {
    var arguments = JsonNodeFactory.instance.objectNode().put("city", "Oslo");
    var result = ToolResult.success("get_weather", arguments);
    var failed = ToolResult.errorWithCode("get_weather", "timeout", "too slow");
    return List.of(
        new AgentEvent.RunStart("t", run, null),
        new AgentEvent.StepStart("m-1"),
        new AgentEvent.ReasoningDelta("hm"),
        new AgentEvent.ReasoningEncryptedValue("c2VjcmV0"),
        new AgentEvent.TextDelta("one "),
        new AgentEvent.TextDelta("two 😀"),
        new AgentEvent.TextDelta(""),
        new AgentEvent.ToolCallStart("c-1", "get_weather"),
        new AgentEvent.ToolCallDelta("c-1", "{\"city\":"),
        new AgentEvent.ToolCallDelta("c-1", "\"Oslo\"}"),
        new AgentEvent.ToolCallReady("c-1", "get_weather", arguments),
        new AgentEvent.ToolCallStreamDelta("c-1", "get_weather", "loo"),
        new AgentEvent.ToolCallStreamDelta("c-1", "get_weather", "king"),
        new AgentEvent.ToolCallDone("c-1", "m-2", result, ToolCallOutcome.SUCCEEDED),
        new AgentEvent.ToolCallDone("c-2", "m-3", failed, ToolCallOutcome.FAILED),
        new AgentEvent.ToolCallCancel("c-4"),
        new AgentEvent.StreamReset("m-1"),
        new AgentEvent.ToolCallResumed("c-3", arguments),
        new AgentEvent.MessagesSnapshot(List.of(Message.user("m-0", "Weather?")), true),
        new AgentEvent.Custom("note", JsonNodeFactory.instance.textNode("x")),
        new AgentEvent.StateSnapshot(arguments),
        new AgentEvent.StateDelta(JsonNodeFactory.instance.arrayNode().add(arguments)),
        new AgentEvent.ActivitySnapshot("c-1", "progress", arguments, true),
        new AgentEvent.ActivityDelta("c-1", "progress", JsonNodeFactory.instance.arrayNode()),
        new AgentEvent.ToolFilterConflict(List.of("a", "b"), "a"),
        new AgentEvent.InferenceComplete("gpt", TokenUsage.of(3, 4), 120),
        new AgentEvent.StepEnd(),
        new AgentEvent.Error("odd", "odd_code"),
        new AgentEvent.RunFinish(
            "t", run, new AgentEvent.RunResult("done"), new TerminationReason.NaturalEnd()));
  }

  private static List<StreamEvent> placed(long epoch, List<AgentEvent> events) {
    List<StreamEvent> placed = new ArrayList<>();
    for (AgentEvent event : events) {
      long sequence = placed.size() + 1;
      var at = Instant.ofEpochMilli(1_700_000_000_000L + sequence * 7);
      placed.add(new StreamEvent(new Cursor(epoch, sequence), at, event));
    }
    return placed;
  }

  private List<Long> lastOfEach(RunId run, long after, int limit) {
    return stores.events().read(run, after, limit).stream().map(Segment::lastSequence).toList();
  }
}
