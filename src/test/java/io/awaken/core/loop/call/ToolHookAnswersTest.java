package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Message;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.BeforeTool;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.plugin.hook.ToolPolicyDecision;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of gates and before-tool hooks that must not let a call pass. */
class ToolHookAnswersTest {

  private final FunctionTool tool = FunctionTool.answering("echo", "42");
  private TestNode node;

  private static ScriptBuilder oneCall() {
    return Script.builder().calls("echo", Map.of("value", "x")).says("done");
  }

  private static Plugin plugin(String name, Consumer<PluginRegistrar> parts) {
    return new TestPlugin(name, parts);
  }

  private RunRecord run(ScriptBuilder script, Plugin... plugins) {
    node =
        new TestNode(new RecordingModel(script), UnaryOperator.identity(), List.of(plugins), tool);
    return node.run("t", "go");
  }

  static Stream<Consumer<PluginRegistrar>> hooksThatAnswerNothing() {
    return Stream.of(
        r -> r.registerToolGateHook(c -> null),
        r -> r.registerToolGateHook(c -> Optional.of(new ToolIntercept.Block(null))),
        r -> r.registerToolGateHook(c -> Optional.of(new ToolIntercept.SetResult(null))),
        r -> r.registerToolPolicyHook(c -> ToolPolicyDecision.deny(null)),
        r -> r.registerToolPolicyHook(c -> null),
        r -> r.beforeTool((c, call) -> new BeforeTool.Answer(null)),
        r -> r.beforeTool((c, call) -> new BeforeTool.Proceed(null)),
        r -> r.beforeTool((c, call) -> null));
  }

  @ParameterizedTest
  @MethodSource("hooksThatAnswerNothing")
  void aGateOrHookThatReturnsNullFailsTheRunBeforeTheToolExecutes(Consumer<PluginRegistrar> part) {
    var run = run(oneCall(), plugin("broken", part));

    assertThat(run.termination())
        .isInstanceOfSatisfying(
            TerminationReason.Error.class,
            error ->
                assertThat(error.value())
                    .startsWith("plugin broken failed at ")
                    .endsWith("NullPointerException"));
    assertThat(tool.calls()).isEmpty();
  }

  @Test
  @Rows(81)
  void argumentsThatAHookChangesInPlaceAreValidatedAgain() {
    run(
        oneCall(),
        plugin(
            "breaks",
            r ->
                r.beforeTool(
                    (c, call) ->
                        new BeforeTool.Proceed(
                            ((ObjectNode) call.arguments()).without(List.of("value"))))));

    assertThat(tool.calls()).isEmpty();
    assertThat(node.stores.threads().history(new ThreadId("t")))
        .extracting(Message::text)
        .element(2)
        .asString()
        .contains("invalid_arguments");
  }

  @Test
  @Rows(81)
  void argumentsModifiedInPlaceButNotReturnedStayUnchanged() {
    run(
        oneCall(),
        plugin(
            "scribbles",
            r ->
                r.beforeTool(
                    (c, call) -> {
                      var untouched = call.arguments().deepCopy();
                      ((ObjectNode) call.arguments()).put("value", "scribble");
                      return new BeforeTool.Proceed(untouched);
                    })));

    assertThat(tool.arguments())
        .extracting(json -> json.path("value").asText())
        .containsExactly("x");
  }
}
