package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.message.Visibility;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.EventEmitter;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.run.RunRecord;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.ToolActivity;
import io.awaken.core.tool.ToolProgress;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Events of hooks, actions and tools. */
@Rows(170)
class EmittedEventsTest {

  private static final JsonNode ONE = JsonNodeFactory.instance.numberNode(1);

  private TestNode node;

  private RunRecord run(
      ScriptBuilder script, Consumer<PluginRegistrar> parts, FunctionTool... tools) {
    node =
        new TestNode(
            new RecordingModel(script),
            UnaryOperator.identity(),
            List.of(new TestPlugin("emits", parts)),
            tools);
    return node.run("t", "go");
  }

  private <E extends AgentEvent> List<E> events(Class<E> kind) {
    return node.sinks.events().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private List<AgentEvent> logged(RunRecord run) {
    return node.stores.log().read(run.runId(), 0, 1_000).stream()
        .flatMap(segment -> segment.eventsAfter(0).stream())
        .map(event -> event.event())
        .toList();
  }

  @Test
  void hooksAndActionsEmitEventsThatAreStoredInTheirPlace() {
    ActionKey<String> note = ActionKey.of("note", Phase.STEP_END, String.class);
    var run =
        run(
            Script.builder().says("done"),
            parts -> {
              parts.registerScheduledAction(
                  note,
                  (context, payload) -> {
                    context.events().custom("action", JsonNodeFactory.instance.textNode(payload));
                    return null;
                  });
              parts.registerPhaseHook(
                  Phase.STEP_START,
                  context -> {
                    context.events().custom("hook", ONE);
                    return StateCommand.none().schedule(note, "later");
                  });
              parts.afterModel(
                  (context, request, answer) -> {
                    context.events().activity("search", ONE);
                    context.events().activityDelta("search", patch());
                    return AfterModel.Decision.KEEP;
                  });
            });

    assertThat(node.sinks.outline())
        .containsExactly(
            "RunStart",
            "StepStart",
            "Custom",
            "TextDelta",
            "ActivitySnapshot",
            "ActivityDelta",
            "InferenceComplete",
            "Custom",
            "StepEnd",
            "RunFinish");
    assertThat(events(AgentEvent.Custom.class))
        .extracting(AgentEvent.Custom::name)
        .containsExactly("hook", "action");
    assertThat(events(AgentEvent.ActivitySnapshot.class))
        .containsExactly(new AgentEvent.ActivitySnapshot(run.runId() + "-1", "search", ONE, true));
    assertThat(events(AgentEvent.ActivityDelta.class).getFirst().patch().isArray()).isTrue();
    assertThat(logged(run)).isEqualTo(node.sinks.events());
  }

  private static JsonNode patch() {
    return JsonNodeFactory.instance.objectNode().put("op", "remove").put("path", "");
  }

  @Test
  void whatABlockingHookEmitsComesBeforeTheNextEventOfTheRun() {
    run(
        Script.builder().says("done"),
        parts ->
            parts
                .registerPhaseHook(
                    Phase.STEP_START,
                    context -> {
                      context.events().custom("blocking", ONE);
                      return null;
                    })
                .blocking());

    assertThat(node.sinks.outline()).containsSubsequence("StepStart", "Custom", "TextDelta");
  }

  @Test
  void aHookThatEmitsTooMuchFailsItsRunAndNamesTheLimit() {
    var many =
        run(
            Script.builder().says("done"),
            parts ->
                parts.registerPhaseHook(
                    Phase.STEP_START,
                    context -> {
                      for (int i = 0; i <= EventEmitter.MAX_EVENTS; i++) {
                        context.events().custom("again", ONE);
                      }
                      return null;
                    }));
    assertThat(events(AgentEvent.Custom.class)).hasSize(EventEmitter.MAX_EVENTS);
    assertThat(many.termination().toString()).contains("emits", "IllegalStateException");

    var refusals = new ArrayList<RuntimeException>();
    run(
        Script.builder().says("done"),
        parts ->
            parts.registerPhaseHook(
                Phase.STEP_START,
                context -> {
                  var large =
                      JsonNodeFactory.instance.textNode("x".repeat(ToolActivity.MAX_CONTENT - 2));
                  for (int i = 0; i < EventEmitter.MAX_BYTES / ToolActivity.MAX_CONTENT; i++) {
                    context.events().custom("large", large);
                  }
                  assertThatIllegalStateException()
                      .isThrownBy(() -> context.events().custom("large", ONE))
                      .withMessageContaining("" + EventEmitter.MAX_BYTES)
                      .satisfies(refusals::add);
                  assertThatIllegalArgumentException()
                      .isThrownBy(() -> context.events().custom(" ", ONE))
                      .withMessageContaining("" + ToolActivity.MAX_TYPE)
                      .satisfies(refusals::add);
                  assertThatIllegalArgumentException()
                      .isThrownBy(
                          () ->
                              context
                                  .events()
                                  .custom(
                                      "x",
                                      JsonNodeFactory.instance.textNode(
                                          "x".repeat(ToolActivity.MAX_CONTENT))))
                      .withMessageContaining("" + ToolActivity.MAX_CONTENT)
                      .satisfies(refusals::add);
                  return null;
                }));
    assertThat(refusals).hasSize(3);
  }

  @Test
  void aToolStreamsTextWhileItWorks() {
    var seen = new CountDownLatch(1);
    var outcomes = new ArrayList<String>();
    var search =
        new FunctionTool(
            "search",
            (arguments, context) -> {
              context.stream("one ");
              outcomes.add(seen.await(10, TimeUnit.SECONDS) ? "seen" : "not seen");
              context.stream("two");
              context.emit("found", ONE);
              assertThatIllegalStateException()
                  .isThrownBy(() -> context.stream("x".repeat(ToolActivity.MAX_STREAM)))
                  .withMessageContaining("" + ToolActivity.MAX_STREAM)
                  .satisfies(refused -> outcomes.add("refused"));
              return ToolResult.success("search", ONE);
            });
    node =
        new TestNode(
            new RecordingModel(Script.builder().calls("search", Map.of("value", "x")).says("done")),
            UnaryOperator.identity(),
            search);
    node.sinks.whenPublished(
        event -> {
          if (event instanceof AgentEvent.ToolCallStreamDelta) {
            seen.countDown();
          }
        });
    node.run("t", "go");

    assertThat(outcomes).containsExactly("seen", "refused");
    assertThat(events(AgentEvent.ToolCallStreamDelta.class))
        .extracting(AgentEvent.ToolCallStreamDelta::delta)
        .containsExactly("one ", "two");
    assertThat(events(AgentEvent.ToolCallStreamDelta.class))
        .extracting(AgentEvent.ToolCallStreamDelta::name)
        .containsOnly("search");
    assertThat(node.sinks.outline())
        .containsSubsequence("ToolCallReady", "ToolCallStreamDelta", "Custom", "ToolCallDone");
  }

  @Test
  @Rows({81, 170})
  void pluginsMayMaskWhatAToolStreamsAndDropWhatOthersEmit() {
    var search =
        new FunctionTool(
            "search",
            (arguments, context) -> {
              context.stream("the se");
              context.stream("cret");
              context.emit("noise", ONE);
              context.reportActivity("noise", ONE);
              return ToolResult.success("search", ONE);
            });
    run(
        Script.builder().calls("search", Map.of("value", "x")).says("done"),
        parts ->
            parts.onEvent(
                (id, event) ->
                    switch (event.event()) {
                      case AgentEvent.ToolCallStreamDelta delta ->
                          event
                              .withDelta(delta.delta().replace("secret", "***"))
                              .holdBack(delta.delta().endsWith("se") ? 2 : 0);
                      case AgentEvent.Custom noise -> event.drop();
                      case AgentEvent.ActivitySnapshot noise -> event.drop();
                      default -> null;
                    }),
        search);

    assertThat(
            String.join(
                "",
                events(AgentEvent.ToolCallStreamDelta.class).stream()
                    .map(AgentEvent.ToolCallStreamDelta::delta)
                    .toList()))
        .isEqualTo("the ***");
    assertThat(node.sinks.outline()).doesNotContain("Custom", "ActivitySnapshot");
  }

  @Test
  @Rows({178, 179})
  void progressHasEveryFieldThatAToolReports() {
    var load =
        new FunctionTool(
            "load",
            (arguments, context) -> {
              context.reportProgress(
                  ToolProgress.of(ProgressStatus.RUNNING)
                      .message("rows")
                      .fraction(0.25)
                      .loaded(5, 20L)
                      .within("node-1", "call-0"));
              return ToolResult.success("load", ONE);
            });
    run(Script.builder().calls("load", Map.of("value", "x")).says("done"), parts -> {}, load);

    var content = events(AgentEvent.ActivitySnapshot.class).getFirst().content();
    String call = content.path("call_id").asText();
    var expected =
        JsonNodeFactory.instance
            .objectNode()
            .put("schema", "tool-call-progress.v1")
            .put("node_id", call)
            .put("call_id", call)
            .put("tool_name", "load")
            .put("status", "running")
            .put("progress", 0.25)
            .put("loaded", 5L)
            .put("total", 20L)
            .put("message", "rows")
            .put("parent_node_id", "node-1")
            .put("parent_call_id", "call-0");
    assertThat(content).isEqualTo(expected);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ToolProgress.of(ProgressStatus.RUNNING).loaded(-1, null))
        .withMessageContaining("loaded");
  }

  @Test
  void messagesInsertedByAPluginArePublished() {
    var source = new ArrayList<>(List.of(Message.user("be brief")));
    var hidden =
        new Message(
            null,
            Role.USER,
            Message.user("x").content(),
            List.of(),
            null,
            Visibility.INTERNAL,
            null);
    source.add(hidden);
    var run =
        run(
            Script.builder().says("done"),
            parts ->
                parts.steeringSource(
                    context -> {
                      var now = List.copyOf(source);
                      source.clear();
                      return now;
                    }));

    assertThat(events(AgentEvent.MessagesSnapshot.class))
        .singleElement()
        .satisfies(
            snapshot -> {
              assertThat(snapshot.messages())
                  .extracting(Message::text)
                  .containsExactly("go", "be brief");
              assertThat(snapshot.partial()).isFalse();
            });
    assertThat(logged(run)).isEqualTo(node.sinks.events());
  }

  @Test
  void aHookMayPublishTheConversationWithItsNewestMessages() {
    run(Script.builder().says("x".repeat(200_000)).repeating(), parts -> {});
    node =
        new TestNode(
            node.stores,
            new RecordingModel(Script.builder().says("done")),
            UnaryOperator.identity(),
            List.of(
                new TestPlugin(
                    "asks",
                    parts ->
                        parts.registerPhaseHook(
                            Phase.RUN_START,
                            context -> {
                              context.events().messages();
                              return null;
                            }))));
    node.run("t", "y".repeat(100_000));

    assertThat(events(AgentEvent.MessagesSnapshot.class))
        .singleElement()
        .satisfies(
            snapshot -> {
              assertThat(snapshot.messages())
                  .extracting(message -> message.text().length())
                  .containsExactly(100_000);
              assertThat(snapshot.partial()).isTrue();
            });
    assertThat(node.sinks.outline()).startsWith("RunStart", "MessagesSnapshot");
  }

  @Test
  void encryptedReasoningIsPublishedWithItsAnswer() {
    run(
        Script.builder()
            .says("done")
            .andShows(new ContentBlock.Thinking("", "p", null, "opaque", null)),
        parts -> {});

    assertThat(events(AgentEvent.ReasoningEncryptedValue.class))
        .containsExactly(new AgentEvent.ReasoningEncryptedValue("opaque"));
    assertThat(node.sinks.outline())
        .containsSubsequence("TextDelta", "ReasoningEncryptedValue", "InferenceComplete");
  }
}
