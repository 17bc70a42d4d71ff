package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.Registration;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.Phase;
import io.awaken.core.tool.ModelRefused;
import io.awaken.core.tool.RunModel;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A part that throws, at every extension point and with every failure policy: the run ends, readers
 * learn why, and every call has a result.
 */
class FailingPartTest {

  /** Extension points about a call, at which only the call may fail. */
  private static final Set<ExtensionPoint<?>> ABOUT_A_CALL =
      Set.of(
          ExtensionPoint.BEFORE_TOOL,
          ExtensionPoint.TOOL_GATE,
          ExtensionPoint.AFTER_TOOL,
          ExtensionPoint.of(Phase.TOOL_GATE),
          ExtensionPoint.of(Phase.BEFORE_TOOL_EXECUTE),
          ExtensionPoint.of(Phase.AFTER_TOOL_EXECUTE));

  private final AtomicInteger asked = new AtomicInteger();
  private TestNode node;

  /** Registers a throwing part at an extension point. */
  private interface Part extends Function<PluginRegistrar, Registration<?>> {}

  private Map<ExtensionPoint<?>, Part> parts() {
    var parts = new LinkedHashMap<ExtensionPoint<?>, Part>();
    for (Phase phase : Phase.values()) {
      parts.put(ExtensionPoint.of(phase), r -> r.registerPhaseHook(phase, c -> broken()));
    }
    parts.put(ExtensionPoint.TOOL_GATE, r -> r.registerToolGateHook(c -> broken()));
    parts.put(
        ExtensionPoint.REQUEST_TRANSFORM, r -> r.registerRequestTransform((c, x) -> broken()));
    parts.put(ExtensionPoint.BEFORE_AGENT, r -> r.beforeAgent(c -> broken()));
    parts.put(ExtensionPoint.AFTER_AGENT, r -> r.afterAgent((c, s) -> broken()));
    parts.put(ExtensionPoint.BEFORE_MODEL, r -> r.beforeModel((c, x) -> broken()));
    parts.put(ExtensionPoint.TOOL_CALL_NAMING, r -> r.toolCallNaming((c, id, i) -> broken()));
    parts.put(ExtensionPoint.AFTER_MODEL, r -> r.afterModel((c, x, a) -> broken()));
    parts.put(ExtensionPoint.MODEL_FAILURE, r -> r.onModelFailure((c, f) -> broken()));
    parts.put(ExtensionPoint.MODEL_USAGE, r -> r.onModelUsage((c, u) -> broken()));
    parts.put(ExtensionPoint.BEFORE_TOOL, r -> r.beforeTool((c, call) -> broken()));
    parts.put(ExtensionPoint.AFTER_TOOL, r -> r.afterTool((c, call, x) -> broken()));
    parts.put(ExtensionPoint.AFTER_TOOL_MESSAGES, r -> r.afterToolMessages((c, m) -> broken()));
    parts.put(ExtensionPoint.ON_EVENT, r -> r.onEvent((run, event) -> broken()));
    parts.put(ExtensionPoint.AFTER_RUN, r -> r.afterRun(summary -> broken()));
    parts.put(ExtensionPoint.TOOL_FILTER, r -> r.toolFilter(c -> broken()));
    parts.put(ExtensionPoint.CONTEXT_TRANSFORM, r -> r.contextTransform((c, m) -> broken()));
    parts.put(ExtensionPoint.OVERFLOW_RECOVERY, r -> r.overflowRecovery((c, m) -> broken()));
    parts.put(ExtensionPoint.STEERING_SOURCE, r -> r.steeringSource(c -> broken()));
    parts.put(ExtensionPoint.FOLLOW_UP_SOURCE, r -> r.followUpSource(c -> broken()));
    parts.put(ExtensionPoint.EVENT_OBSERVER, r -> r.eventObserver((run, event) -> broken()));
    parts.put(ExtensionPoint.ACTIVATE, r -> r.onActivate(c -> broken()));
    parts.put(ExtensionPoint.DEACTIVATE, r -> r.onDeactivate(c -> broken()));
    return parts;
  }

  private <T> T broken() {
    asked.incrementAndGet();
    throw new IllegalStateException("broken");
  }

  static Stream<Arguments> pointsAndTheirPolicies() {
    return ExtensionPoint.all().stream()
        .flatMap(
            point ->
                Stream.of(FailurePolicy.values())
                    .filter(point::admits)
                    .map(policy -> Arguments.of(point, policy)));
  }

  private Plugin failing(ExtensionPoint<?> point, FailurePolicy policy) {
    return new TestPlugin("broken", r -> parts().get(point).apply(r).onFailure(policy));
  }

  private static Plugin shortening() {
    return new TestPlugin(
        "shortening",
        r -> r.overflowRecovery((c, history) -> Optional.of(List.of(Message.user("m", "go")))));
  }

  private RunRecord run(RecordingModel model, ExtensionPoint<?> point, FailurePolicy policy) {
    node =
        new TestNode(
            model,
            UnaryOperator.identity(),
            List.of(failing(point, policy), shortening()),
            new FunctionTool("echo", (arguments, context) -> answer(context.model())));
    return node.run("t", "go ".repeat(50));
  }

  private static ToolResult answer(RunModel model) throws InterruptedException {
    try {
      model.ask(new RunModel.Question(null, List.of(Message.user("why?")), null, null));
      return ToolResult.success("echo", TextNode.valueOf("42"));
    } catch (ModelRefused e) {
      return ToolResult.error("echo", e.getMessage());
    }
  }

  /** Reaches every extension point: a too long history, two calls that use the model, an answer. */
  private static RecordingModel passingEverything() {
    return RecordingModel.turns(
        Script.builder().fails(InferenceException.Kind.CONTEXT_OVERFLOW),
        Script.builder().calls("echo", Map.of("value", "x")).andCalls("echo", Map.of("value", "y")),
        Script.builder().says("done"));
  }

  @Test
  void everyExtensionPointIsCovered() {
    assertThat(parts().keySet()).containsExactlyInAnyOrderElementsOf(ExtensionPoint.all());
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("pointsAndTheirPolicies")
  void aRunEndsAsThePolicyOfTheFailingPartSays(ExtensionPoint<?> point, FailurePolicy policy) {
    var run = run(passingEverything(), point, policy);

    assertThat(asked).hasPositiveValue();
    assertEnded(run);
    boolean naturally =
        switch (policy) {
          case IGNORE, WITHHOLD -> true;
          case FAIL_CALL -> ABOUT_A_CALL.contains(point);
          case FAIL_RUN -> false;
        };
    if (naturally) {
      assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
      assertThat(run.finalOutput()).isEqualTo(policy == FailurePolicy.WITHHOLD ? null : "done");
    } else {
      assertThat(run.termination())
          .isEqualTo(
              new TerminationReason.Error(
                  "plugin broken failed at " + point.name() + ": IllegalStateException"));
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("pointsAndTheirPolicies")
  void aRunWithAFailedModelEndsDespiteFurtherFailures(
      ExtensionPoint<?> point, FailurePolicy policy) {
    var failing =
        RecordingModel.turns(
            Script.builder().calls("echo", Map.of("value", "x")),
            Script.builder().fails(InferenceException.Kind.PROVIDER));

    var run = run(failing, point, policy);

    assertEnded(run);
    assertThat(run.termination()).isInstanceOf(TerminationReason.Error.class);
  }

  private void assertEnded(RunRecord run) {
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(node.sinks.closed()).containsExactly(true);
    assertThat(node.stores.runs().calls(run.runId()))
        .allMatch(call -> call.status().terminal(), "has a result");
    var asked = new ArrayList<String>();
    var answered = new ArrayList<String>();
    for (Message message : node.stores.threads().history(new ThreadId("t"))) {
      message.toolCalls().stream().map(ToolCall::id).forEach(asked::add);
      if (message.role() == Role.TOOL) {
        answered.add(message.toolCallId());
      }
    }
    assertThat(answered).containsExactlyElementsOf(asked);
  }
}
