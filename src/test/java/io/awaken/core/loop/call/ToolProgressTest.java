package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.AgentEvent.ActivityDelta;
import io.awaken.core.event.AgentEvent.ActivitySnapshot;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Progress of a tool reaches readers at once, in order, and stays in the log. */
@Rows({178, 179, 180})
class ToolProgressTest {

  private static final JsonNode PATCH =
      JsonNodeFactory.instance.objectNode().put("op", "remove").put("path", "/0");

  private final CountDownLatch seen = new CountDownLatch(1);
  private final AtomicReference<ToolCallContext> call = new AtomicReference<>();
  private final FunctionTool importer =
      new FunctionTool(
          "import",
          (arguments, context) -> {
            call.set(context);
            context.reportProgress(ProgressStatus.RUNNING, "half of it", 0.5);
            // The reader gets it while the tool still executes.
            assertThat(seen.await(10, TimeUnit.SECONDS)).isTrue();
            context.reportActivity("rows", JsonNodeFactory.instance.arrayNode().add(1));
            context.reportActivityDelta("rows", PATCH);
            context.reportProgress(ProgressStatus.DONE, null, 1.0);
            return ToolResult.success("import", JsonNodeFactory.instance.textNode("imported"));
          });
  private final TestNode node =
      new TestNode(
          new RecordingModel(
              Script.builder().calls("import", Map.of("value", "x")).says("All is there.")),
          UnaryOperator.identity(),
          importer);

  private List<AgentEvent> activities() {
    return node.sinks.events().stream()
        .filter(event -> event instanceof ActivitySnapshot || event instanceof ActivityDelta)
        .toList();
  }

  private RunId run() {
    node.sinks.whenPublished(
        event -> {
          if (event instanceof ActivitySnapshot) {
            seen.countDown();
          }
        });
    return node.run("t", "Import it.").runId();
  }

  @Test
  void progressIsPublishedDuringTheCallAndBeforeItsResult() {
    run();

    assertThat(node.sinks.outline())
        .containsSubsequence("ToolCallReady", "ActivitySnapshot", "ActivityDelta", "ToolCallDone");
    assertThat(activities()).hasSize(4);
    assertThat(activities().getFirst())
        .isInstanceOfSatisfying(
            ActivitySnapshot.class,
            half -> {
              assertThat(half.messageId()).isEqualTo(call.get().callId());
              assertThat(half.activityType()).isEqualTo("tool-call-progress");
              assertThat(half.content().path("progress").doubleValue()).isEqualTo(0.5);
              assertThat(half.replace()).isTrue();
            });
    assertThat(activities().getLast())
        .isInstanceOfSatisfying(
            ActivitySnapshot.class,
            done -> assertThat(done.content().path("status").asText()).isEqualTo("done"));
  }

  @Test
  void replayedProgressEqualsThePublished() {
    RunId run = run();

    List<AgentEvent> stored =
        node.stores.log().read(run, 0, Integer.MAX_VALUE).stream()
            .flatMap(segment -> segment.eventsAfter(0).stream())
            .map(StreamEvent::event)
            .toList();
    assertThat(stored).containsSubsequence(activities());
  }
}
