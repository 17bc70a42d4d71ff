package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.ContextMessage;
import io.awaken.core.action.CoreActions;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.plugin.hook.ContextTransform;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Hooks of plugins around a model call, modelled on trpc-agent-go (BeforeModel, AfterModel) and
 * clark-agent (ContextTransform, ContextOverflowRecovery).
 */
class ModelHooksTest {

  private static final UnaryOperator<AgentSpec> PROMPTED =
      agent -> agent.toBuilder().systemPrompt("Be brief.").build();

  private static StreamResult saying(String text) {
    return new StreamResult(
        List.of(new ContentBlock.Text(text)),
        List.of(),
        TokenUsage.of(1, 1),
        StopReason.END_TURN,
        false);
  }

  private static LlmRequest withSystem(LlmRequest request, String system) {
    return new LlmRequest(
        request.model(), system, request.messages(), request.tools(), request.parameters());
  }

  @Test
  @Rows(81)
  void aHookBeforeTheModelCanReplaceItAndSkipsLaterHooks() {
    var model = new RecordingModel(Script.builder().says("never said"));
    var asked = new ArrayList<String>();
    var policy =
        new TestPlugin(
            "policy",
            registrar ->
                registrar.beforeModel((c, request) -> new BeforeModel.Answer(saying("No."))));
    var behind =
        new TestPlugin(
            "behind",
            registrar ->
                registrar.beforeModel(
                    (c, request) -> {
                      asked.add("behind");
                      return new BeforeModel.Proceed(request);
                    }));
    var node = new TestNode(model, PROMPTED, List.of(policy, behind));

    var run = node.run("t", "do evil");

    assertThat(run.finalOutput()).isEqualTo("No.");
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(model.requests()).isEmpty();
    assertThat(asked).isEmpty();
    assertThat(node.sinks.outline()).contains("TextDelta");
  }

  @Test
  @Rows({78, 81})
  void transformsAndHooksBeforeTheModelAreChained() {
    var model = new RecordingModel(Script.builder().says("ok"));
    var first =
        new TestPlugin(
            "first",
            registrar -> {
              registrar.registerRequestTransform((c, r) -> withSystem(r, r.system() + " A"));
              registrar.beforeModel(
                  (c, r) -> new BeforeModel.Proceed(withSystem(r, r.system() + " C")));
            });
    var second =
        new TestPlugin(
            "second",
            registrar -> {
              registrar.registerRequestTransform((c, r) -> withSystem(r, r.system() + " B"));
              registrar.beforeModel(
                  (c, r) -> new BeforeModel.Proceed(withSystem(r, r.system() + " D")));
            });

    new TestNode(model, PROMPTED, List.of(first, second)).run("t", "hi");

    assertThat(model.requests())
        .extracting(LlmRequest::system)
        .containsExactly("Be brief. A B C D");
  }

  @Test
  @Rows(81)
  void theFirstReplacementAfterTheModelSkipsLaterHooks() {
    var model = new RecordingModel(Script.builder().says("raw"));
    var node =
        new TestNode(
            model,
            PROMPTED,
            List.of(
                new TestPlugin(
                    "keeps",
                    registrar -> registrar.afterModel((c, r, a) -> AfterModel.Decision.KEEP)),
                new TestPlugin(
                    "replaces",
                    registrar ->
                        registrar.afterModel(
                            (c, r, a) -> AfterModel.Decision.replace(saying("clean")))),
                new TestPlugin(
                    "never",
                    registrar ->
                        registrar.afterModel(
                            (c, r, a) -> AfterModel.Decision.replace(saying("no"))))));

    assertThat(node.run("t", "hi").finalOutput()).isEqualTo("clean");
    assertThat(node.stores.threads().history(new ThreadId("t")))
        .extracting(Message::text)
        .containsExactly("hi", "clean");
  }

  @Test
  @Rows(81)
  void aHookAfterTheModelSeesTheRequestAsItWasSent() {
    var seen = new ArrayList<String>();
    var changing =
        new TestPlugin(
            "changing",
            registrar -> {
              registrar.beforeModel(
                  (c, r) -> new BeforeModel.Proceed(withSystem(r, "Be verbose.")));
              registrar.afterModel(
                  (c, r, a) -> {
                    seen.add(r.system());
                    return AfterModel.Decision.KEEP;
                  });
            });

    new TestNode(new RecordingModel(Script.builder().says("x")), PROMPTED, List.of(changing))
        .run("t", "hi");

    assertThat(seen).containsExactly("Be verbose.");
  }

  @Test
  @Rows(81)
  void aHookThatThrowsEndsTheRunWithAnErrorThatNamesThePlugin() {
    var plugin =
        new TestPlugin(
            "broken",
            registrar ->
                registrar.beforeModel(
                    (c, r) -> {
                      throw new IllegalStateException("secret detail");
                    }));
    var node =
        new TestNode(new RecordingModel(Script.builder().says("x")), PROMPTED, List.of(plugin));

    assertThat(node.run("t", "hi").termination())
        .isEqualTo(
            new TerminationReason.Error(
                "plugin broken failed at before_model: IllegalStateException"));
  }

  @Test
  @Rows(83)
  void contextTransformsChangeTheRequestAndNeverTheHistory() {
    var model =
        RecordingModel.turns(
            Script.builder().calls("echo", Map.of("value", "x")), Script.builder().says("done"));
    var iterations = new ArrayList<Integer>();
    var last =
        new TestPlugin(
            "last-only",
            registrar ->
                registrar.contextTransform(
                    (context, messages) -> {
                      iterations.add(context.iteration());
                      return messages.subList(messages.size() - 1, messages.size());
                    }));
    var node = new TestNode(model, PROMPTED, List.of(last), FunctionTool.answering("echo", "42"));

    node.run("t", "go");

    assertThat(model.requests()).allSatisfy(request -> assertThat(request.messages()).hasSize(1));
    assertThat(iterations).containsExactly(0, 1);
    assertThat(node.stores.threads().history(new ThreadId("t"))).hasSize(4);
  }

  @Test
  @Rows(83)
  void aTransformThatHasNothingToDoIsNotAsked() {
    var model = new RecordingModel(Script.builder().says("ok"));
    var lazy =
        new ContextTransform() {
          @Override
          public boolean shouldRun(Context context, List<Message> messages) {
            return false;
          }

          @Override
          public List<Message> transform(Context context, List<Message> messages) {
            throw new AssertionError("asked");
          }
        };
    var node =
        new TestNode(
            model, PROMPTED, List.of(new TestPlugin("lazy", r -> r.contextTransform(lazy))));

    assertThat(node.run("t", "hi").finalOutput()).isEqualTo("ok");
  }

  @Test
  @Rows(83)
  void aTooLongHistoryIsShrunkPermanentlyAndTheCallRepeated() {
    var model =
        RecordingModel.turns(
            Script.builder().says("first"),
            Script.builder().fails(InferenceException.Kind.CONTEXT_OVERFLOW),
            Script.builder().says("second"),
            Script.builder().says("third"));
    var recovery =
        new TestPlugin(
            "shrink",
            registrar ->
                registrar.overflowRecovery(
                    (c, history) ->
                        Optional.of(history.subList(history.size() - 1, history.size()))));
    var node = new TestNode(model, PROMPTED, List.of(recovery));
    node.run("t", "one");

    var run = node.run("t", "two");
    node.run("t", "three");

    assertThat(run.finalOutput()).isEqualTo("second");
    assertThat(model.requests())
        .extracting(request -> request.messages().size())
        .containsExactly(1, 3, 1, 3);
    assertThat(node.stores.threads().history(new ThreadId("t"))).hasSize(6);
  }

  @Test
  @Rows(83)
  void aRecoveryThatDoesNotShrinkIsNoRecovery() {
    var model =
        new RecordingModel(Script.builder().fails(InferenceException.Kind.CONTEXT_OVERFLOW));
    var useless =
        new TestPlugin(
            "useless",
            registrar -> registrar.overflowRecovery((c, history) -> Optional.of(history)));
    var node = new TestNode(model, PROMPTED, List.of(useless));

    assertThat(node.run("t", "hi").termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  @Rows({85, 86, 94, 100, 101})
  void contextMessagesAndOverridesReachTheRequestOfTheirStepOnly() {
    var model =
        new RecordingModel(Script.builder().calls("echo", Map.of("value", "x")).says("done"));
    var plugin =
        new TestPlugin(
            "steers",
            registrar ->
                registrar.registerPhaseHook(
                    Phase.BEFORE_INFERENCE,
                    context ->
                        context.step() > 1
                            ? null
                            : StateCommand.none()
                                .schedule(
                                    CoreActions.ADD_CONTEXT_MESSAGE,
                                    ContextMessage.system("a", "Before."))
                                .schedule(
                                    CoreActions.ADD_CONTEXT_MESSAGE,
                                    ContextMessage.systemPersistent("b", "After.")
                                        .at(ContextMessage.Target.SUFFIX_SYSTEM))
                                .schedule(
                                    CoreActions.ADD_CONTEXT_MESSAGE,
                                    ContextMessage.system("c", "Now.")
                                        .at(ContextMessage.Target.CONVERSATION))
                                .schedule(
                                    CoreActions.SET_INFERENCE_OVERRIDE,
                                    new InferenceOverride("big", 0.0, null, null, null))
                                .schedule(
                                    CoreActions.SET_INFERENCE_OVERRIDE,
                                    new InferenceOverride(null, 0.5, null, null, null))));
    var node = new TestNode(model, PROMPTED, List.of(plugin), FunctionTool.answering("echo", "42"));

    node.run("t", "go");

    LlmRequest first = model.requests().get(0);
    assertThat(first.system()).isEqualTo("Before.\n\nBe brief.\n\nAfter.");
    assertThat(first.messages()).extracting(Message::text).containsExactly("go", "Now.");
    assertThat(first.model()).isEqualTo("big");
    assertThat(first.parameters().temperature()).isEqualTo(0.5);
    LlmRequest second = model.requests().get(1);
    assertThat(second.system()).isEqualTo("Be brief.\n\nAfter.");
    assertThat(second.model()).isEqualTo("scripted");
    assertThat(second.parameters().temperature()).isNull();
    assertThat(node.stores.threads().history(new ThreadId("t")))
        .extracting(Message::text)
        .doesNotContain("Now.");
  }

  @Test
  void pluginsMayChooseCallIds() {
    var model =
        new RecordingModel(Script.builder().calls("echo", Map.of("value", "x")).says("done"));
    var naming =
        new TestPlugin(
            "names",
            registrar ->
                registrar.toolCallNaming(
                    (context, providerId, index) -> "call_" + context.step() + "_" + index));
    var tool = FunctionTool.answering("echo", "42");
    var node = new TestNode(model, PROMPTED, List.of(naming), tool);

    var run = node.run("t", "go");

    assertThat(tool.calls()).extracting(call -> call.callId()).containsExactly("call_1_1");
    assertThat(node.stores.runs().calls(run.runId()))
        .extracting(call -> call.callId())
        .containsExactly("call_1_1");
    assertThat(node.sinks.events().toString()).contains("ToolCallStart[id=call_1_1");
  }
}
