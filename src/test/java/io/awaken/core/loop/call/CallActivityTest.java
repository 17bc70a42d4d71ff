package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.AgentEvent.ActivityDelta;
import io.awaken.core.event.AgentEvent.ActivitySnapshot;
import io.awaken.core.message.ToolCall;
import io.awaken.core.tool.ToolActivity;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** From the tool's threads to the run's, without blocking and within limits. */
@Rows({178, 180})
class CallActivityTest {

  private static final ToolCall CALL = new ToolCall("call-1", "import", null);

  private final AtomicInteger woken = new AtomicInteger();
  private final CallActivity activity = new CallActivity(CALL, woken::incrementAndGet);

  @Test
  void progressArrivesInOrderUnderTheCallsId() {
    activity.snapshot("plan", number(1));
    activity.delta("plan", patch(2));
    activity.snapshot("progress", number(3));

    assertThat(activity.drain())
        .containsExactly(
            new ActivitySnapshot("call-1", "plan", number(1), true),
            new ActivityDelta("call-1", "plan", patch(2)),
            new ActivitySnapshot("call-1", "progress", number(3), true));
    assertThat(activity.drain()).isEmpty();
  }

  @Test
  void theRunIsWokenOnceUntilItDrains() {
    activity.snapshot("plan", number(1));
    activity.snapshot("plan", number(2));
    activity.delta("plan", patch(3));
    assertThat(woken).hasValue(1);

    activity.drain();
    activity.snapshot("plan", number(4));
    assertThat(woken).hasValue(2);
  }

  @Test
  void theNewestSnapshotReplacesWaitingEventsOfItsType() {
    activity.snapshot("plan", number(1));
    activity.delta("plan", patch(2));
    activity.snapshot("other", number(3));
    activity.snapshot("plan", number(4));

    assertThat(drained()).containsExactly("other=3", "plan=4");
  }

  @Test
  void theRunMayDrainDuringTheWakeUp() {
    var taken = new ArrayList<AgentEvent>();
    var own = new CallActivity[1];
    own[0] = new CallActivity(CALL, () -> taken.addAll(own[0].drain()));

    own[0].snapshot("plan", number(1));
    own[0].snapshot("plan", number(2));

    assertThat(taken).hasSize(2);
  }

  @Test
  void aToolMayModifyAPublishedValueLater() {
    ObjectNode content = JsonNodeFactory.instance.objectNode().put("done", 1);
    activity.snapshot("plan", content);
    content.put("done", 2);

    assertThat(drained()).containsExactly("plan={\"done\":1}");
  }

  @Test
  void aCallPublishesAtMostAThousandEvents() {
    int taken = 0;
    for (int i = 0; i < 3 * CallActivity.MAX_EVENTS; i++) {
      activity.delta("plan", patch(i));
      taken += activity.drain().size();
    }

    assertThat(taken).isEqualTo(CallActivity.MAX_EVENTS);
  }

  @Test
  void replacedSnapshotsDoNotCount() {
    for (int i = 0; i < 3 * CallActivity.MAX_EVENTS; i++) {
      activity.snapshot("plan", number(i));
    }

    assertThat(drained()).containsExactly("plan=2999");
    activity.snapshot("plan", number(1));
    assertThat(drained()).containsExactly("plan=1");
  }

  @Test
  void aCallPublishesAtMostAMegabyte() {
    JsonNode large = JsonNodeFactory.instance.textNode("x".repeat(ToolActivity.MAX_CONTENT - 2));
    int taken = 0;
    for (int i = 0; i < 100; i++) {
      activity.snapshot("plan", large);
      taken += activity.drain().size();
    }

    assertThat(taken).isEqualTo(CallActivity.MAX_BYTES / ToolActivity.MAX_CONTENT);
  }

  @Test
  void eventsBeyondTheLimitAreDroppedAndWaitingOnesRemain() {
    for (int i = 0; i < CallActivity.MAX_WAITING + 50; i++) {
      activity.snapshot("type-" + i, number(i));
    }

    assertThat(drained())
        .hasSize(CallActivity.MAX_WAITING)
        .startsWith("type-0=0")
        .endsWith("type-99=99");
  }

  @Test
  void aDroppedPatchSuppressesPatchesOfItsTypeUntilTheNextSnapshot() {
    for (int i = 0; i <= CallActivity.MAX_WAITING; i++) {
      activity.delta("plan", patch(i));
    }
    assertThat(activity.drain()).hasSize(CallActivity.MAX_WAITING);

    activity.delta("plan", patch(1));
    activity.delta("other", patch(2));
    assertThat(drained()).containsExactly("other+2");

    activity.snapshot("plan", number(3));
    activity.delta("plan", patch(4));
    assertThat(drained()).containsExactly("plan=3", "plan+4");
  }

  @Test
  void eventsAfterTheEndOfACallAreDropped() {
    activity.snapshot("plan", number(1));

    assertThat(activity.end()).hasSize(1);
    activity.snapshot("plan", number(2));
    activity.delta("plan", patch(3));
    assertThat(activity.drain()).isEmpty();
    assertThat(woken).hasValue(1);
  }

  @Test
  void theSinkEnforcesTheLimitsWithoutTheContext() {
    JsonNode tooLarge = JsonNodeFactory.instance.textNode("x".repeat(ToolActivity.MAX_CONTENT));

    assertThatThrownBy(() -> activity.snapshot("plan", tooLarge))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> activity.delta(" ", patch(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(activity.drain()).isEmpty();
  }

  @Test
  void manyThreadsLoseNothingAndWakeTheRunForTheLastEvent() throws Exception {
    var seen = new ArrayList<AgentEvent>();
    var wakes = new Semaphore(0);
    var shared = new CallActivity(CALL, wakes::release);
    var started = new CountDownLatch(1);
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 4; i++) {
      String type = "type-" + i;
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    started.countDown();
                    for (int n = 0; n <= 20; n++) {
                      shared.delta(type, patch(n));
                    }
                  }));
    }
    started.await();
    while (seen.size() < 84) {
      wakes.acquire();
      seen.addAll(shared.drain());
    }

    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(seen).hasSize(84).doesNotHaveDuplicates();
  }

  private List<String> drained() {
    return activity.drain().stream()
        .map(
            event ->
                switch (event) {
                  case ActivitySnapshot now -> now.activityType() + "=" + now.content();
                  case ActivityDelta now ->
                      now.activityType() + "+" + now.patch().path(0).path("value");
                  default -> "?";
                })
        .toList();
  }

  private static JsonNode number(int value) {
    return JsonNodeFactory.instance.numberNode(value);
  }

  private static JsonNode patch(int value) {
    return JsonNodeFactory.instance
        .arrayNode()
        .add(
            JsonNodeFactory.instance
                .objectNode()
                .put("op", "replace")
                .put("path", "/n")
                .put("value", value));
  }
}
