package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.TaggedEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.plugin.hook.OnEvent;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Events changed by plugins agree with what is stored. */
class EventAgreementTest {

  private static final String SECRET = "my secret word";

  private final FunctionTool echo = FunctionTool.answering("echo", "42");
  private RecordingModel model;
  private TestNode node;

  /** Masks a phrase and buffers its possible beginning. */
  private static TaggedEvent masked(TaggedEvent tagged) {
    boolean text =
        tagged.event() instanceof AgentEvent.TextDelta
            || tagged.event() instanceof AgentEvent.ReasoningDelta;
    if (!text) {
      return null;
    }
    String clean = ((AgentEvent.Delta) tagged.event()).delta().replace(SECRET, "***");
    return tagged.withDelta(clean).holdBack(beginning(clean));
  }

  private static int beginning(String text) {
    int chars = Math.min(text.length(), SECRET.length() - 1);
    while (!SECRET.startsWith(text.substring(text.length() - chars))) {
      chars--;
    }
    return chars;
  }

  private RunRecord run(ScriptBuilder script, OnEvent hook) {
    return run(script, parts -> parts.onEvent(hook));
  }

  private RunRecord run(ScriptBuilder script, Consumer<PluginRegistrar> parts) {
    model = new RecordingModel(script);
    node =
        new TestNode(
            model, UnaryOperator.identity(), List.of(new TestPlugin("masks", parts)), echo);
    return node.run("t", "go");
  }

  private List<Message> history() {
    return node.stores.threads().history(new ThreadId("t"));
  }

  private List<StreamEvent> logged(RunRecord run) {
    return node.stores.log().read(run.runId(), 0, 100).stream()
        .flatMap(segment -> segment.eventsAfter(0).stream())
        .toList();
  }

  private String published(Class<? extends AgentEvent.Delta> kind) {
    return node.sinks.events().stream()
        .filter(kind::isInstance)
        .map(event -> ((AgentEvent.Delta) event).delta())
        .collect(Collectors.joining());
  }

  private void assertAgreed(RunRecord run, String text) {
    assertThat(published(AgentEvent.TextDelta.class)).isEqualTo(text);
    assertThat(history().getLast().text()).isEqualTo(text);
    assertThat(run.finalOutput()).isEqualTo(text);
    assertThat(logged(run)).isEqualTo(node.sinks.published());
    assertThat(logged(run))
        .extracting(event -> event.cursor().sequence())
        .containsExactlyElementsOf(LongStream.rangeClosed(1, logged(run).size()).boxed().toList());
  }

  @Test
  @Rows(81)
  void aMaskAcrossDeltasAppliesToMessageLogAndFinalOutput() {
    var run =
        run(Script.builder().says("It is my secret word, he says."), (id, event) -> masked(event));

    assertAgreed(run, "It is ***, he says.");
    assertThat(logged(run).toString()).doesNotContain("secret");
  }

  @Test
  @Rows(81)
  void bufferedUnmaskedTextIsPublishedAtItsEnd() {
    var run = run(Script.builder().says("That is my secret"), (id, event) -> masked(event));

    assertAgreed(run, "That is my secret");
    assertThat(node.sinks.outline())
        .containsExactly(
            "RunStart", "StepStart", "TextDelta", "InferenceComplete", "StepEnd", "RunFinish");
  }

  @Test
  @Rows({11, 81})
  void maskedTextMaySpanAContinuation() {
    var cut = Script.builder().says("It is my sec").andStops(StopReason.MAX_TOKENS);
    model = RecordingModel.turns(cut, Script.builder().says("ret word, he says."));
    node =
        new TestNode(
            model,
            agent -> agent.toBuilder().maxContinuationRetries(1).build(),
            List.of(new TestPlugin("masks", parts -> parts.onEvent((id, event) -> masked(event)))));
    var run = node.run("t", "go");

    assertAgreed(run, "It is ***, he says.");
  }

  @Test
  @Rows(81)
  void severalPluginsMayHoldBackTheSameText() {
    var run =
        run(
            Script.builder().says("a my secret word b *** c"),
            parts -> {
              parts.onEvent((id, event) -> masked(event));
              parts.onEvent(
                  (id, event) ->
                      event.event() instanceof AgentEvent.TextDelta text
                          ? event
                              .withDelta(text.delta().replace("***", "[x]"))
                              .holdBack(event.last() ? 0 : Math.min(3, text.delta().length()))
                          : null);
            });

    assertAgreed(run, "a [x] b [x] c");
  }

  @Test
  @Rows(81)
  void deltasThatAreDroppedAreNotStoredAndLeaveNoGap() {
    var run =
        run(
            Script.builder().says("one two three"),
            (id, event) ->
                event.event() instanceof AgentEvent.TextDelta text && text.delta().contains("two")
                    ? event.drop()
                    : null);

    assertAgreed(run, "one three");
  }

  @Test
  @Rows(81)
  void requiredEventsCannotBeDropped() {
    var run =
        run(
            Script.builder().calls("echo", Map.of("value", "x")).says("done"),
            (id, event) -> event.event() instanceof AgentEvent.TextDelta ? null : event.drop());

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(node.sinks.outline())
        .contains("RunStart", "StepStart", "ToolCallStart", "ToolCallReady", "ToolCallDone")
        .contains("InferenceComplete", "StepEnd", "RunFinish")
        .doesNotContain("ToolCallDelta");
  }

  @Test
  @Rows(81)
  void aMaskedResultOfACallIsWhatTheModelReads() {
    run(
        Script.builder().calls("echo", Map.of("value", "x")).says("done"),
        (id, event) ->
            event.event() instanceof AgentEvent.ToolCallDone done
                ? event.with(
                    new AgentEvent.ToolCallDone(
                        done.id(),
                        done.messageId(),
                        ToolResult.successWithMessage("echo", null, "masked"),
                        done.outcome()))
                : null);

    Message result =
        history().stream().filter(message -> message.role() == Role.TOOL).findFirst().orElseThrow();
    assertThat(result.text()).isEqualTo("masked");
    assertThat(model.requests().getLast().messages())
        .extracting(Message::text)
        .noneMatch(text -> text.contains("42"));
  }

  @Test
  @Rows(81)
  void eventHooksCannotChangeArguments() {
    var run =
        run(
            Script.builder().calls("echo", Map.of("value", "x")).says("done"),
            (id, event) ->
                event.event() instanceof AgentEvent.ToolCallDelta delta
                    ? event.with(delta.withDelta("{}"))
                    : null);

    String call = node.stores.runs().calls(run.runId()).getFirst().arguments().toString();
    assertThat(published(AgentEvent.ToolCallDelta.class)).isEqualTo(call);
  }

  @Test
  @Rows(81)
  void aTextFromAHookAfterTheModelIsMaskedInItsMessage() {
    var run =
        run(
            Script.builder().says("hello"),
            parts -> {
              parts.onEvent((id, event) -> masked(event));
              parts.afterModel(
                  (context, request, answer) ->
                      AfterModel.Decision.replace(
                          new StreamResult(
                              List.of(new ContentBlock.Text("Say my secret word")),
                              List.of(),
                              null,
                              answer.stopReason(),
                              false)));
            });

    assertThat(history().getLast().text()).isEqualTo("Say ***");
    assertThat(run.finalOutput()).isEqualTo("Say ***");
  }

  @Test
  @Rows(81)
  void answersOfHooksAreMaskedAsWell() {
    var before =
        run(
            Script.builder().says("never"),
            parts -> {
              parts.onEvent((id, event) -> masked(event));
              parts.beforeAgent(context -> Optional.of("It is my secret word"));
            });
    assertAgreed(before, "It is ***");

    var inPlace =
        run(
            Script.builder().says("never"),
            parts -> {
              parts.onEvent((id, event) -> masked(event));
              parts.beforeModel(
                  (context, request) ->
                      new BeforeModel.Answer(
                          new StreamResult(
                              List.of(
                                  new ContentBlock.Text("It is my sec"),
                                  new ContentBlock.Text("ret word")),
                              List.of(),
                              null,
                              StopReason.END_TURN,
                              false)));
            });
    assertAgreed(inPlace, "It is ***");
  }

  @Test
  @Rows(81)
  void maskedReasoningLosesItsSignature() {
    run(
        Script.builder().says("never"),
        parts -> {
          parts.onEvent((id, event) -> masked(event));
          parts.beforeModel(
              (context, request) ->
                  new BeforeModel.Answer(
                      new StreamResult(
                          List.of(
                              ContentBlock.Thinking.signed("my secret word", "p", "sig"),
                              new ContentBlock.Text("Hi.")),
                          List.of(),
                          null,
                          StopReason.END_TURN,
                          false)));
        });

    assertThat(history().getLast().content())
        .containsExactly(new ContentBlock.Thinking("***"), new ContentBlock.Text("Hi."));
    assertThat(published(AgentEvent.ReasoningDelta.class)).isEqualTo("***");
  }

  @Test
  @Rows(81)
  void theRunIsStoredAsInItsLastEvent() {
    var summaries = new ArrayList<RunSummary>();
    var run =
        run(
            Script.builder().fails(InferenceException.Kind.UNAUTHORIZED),
            parts -> {
              parts.afterRun(summaries::add);
              parts.onEvent(
                  (id, event) ->
                      event.event() instanceof AgentEvent.RunFinish end
                          ? event.with(
                              new AgentEvent.RunFinish(
                                  end.threadId(),
                                  end.runId(),
                                  new AgentEvent.RunResult("Sorry."),
                                  new TerminationReason.Error("masked")))
                          : null);
            });

    assertThat(run.finalOutput()).isEqualTo("Sorry.");
    assertThat(run.termination()).isEqualTo(new TerminationReason.Error("masked"));
    assertThat(summaries).extracting(RunSummary::response).containsExactly("Sorry.");
    assertThat(summaries).extracting(RunSummary::termination).containsExactly(run.termination());
  }

  @Test
  @Rows(81)
  void aHookThatBuffersTooMuchFailsAndTheTextIsPublished() {
    var run =
        run(
            Script.builder().says("x".repeat(TaggedEvent.MAX_HELD) + " yes and no"),
            (id, event) ->
                event.event() instanceof AgentEvent.TextDelta text
                    ? event.holdBack(text.delta().length())
                    : null);

    assertAgreed(run, "x".repeat(TaggedEvent.MAX_HELD) + " yes and no");
  }
}
