package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.state.Phase;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Hooks see the model settings from the run's request, in every kind of ending. */
@Rows({63, 138})
class HookOverridesTest {

  private static final InferenceOverride OVERRIDES =
      InferenceOverride.builder().upstreamModel("large").temperature(0).build();
  private static final RunRequest OVERRIDING = TestNode.request("t", "go").with(OVERRIDES);

  /** What each hook at the end of a run saw. */
  private final List<InferenceOverride> seen = new ArrayList<>();

  private Plugin looking() {
    return new TestPlugin(
        "looking",
        registrar -> {
          registrar.afterAgent(
              (context, summary) -> {
                look(context);
                return Optional.empty();
              });
          registrar.registerPhaseHook(
              Phase.RUN_END,
              context -> {
                look(context.hook());
                return null;
              });
          registrar.onDeactivate(
              context -> {
                look(context);
                return null;
              });
        });
  }

  private void look(HookContext context) {
    seen.add(context.overrides());
  }

  private TestNode node(ScriptBuilder script) {
    return new TestNode(
        new ScriptedModel(script.build()),
        agent -> agent,
        List.of(looking(), AskedRun.gate("asks", List.of("echo"), ticket -> ticket)),
        FunctionTool.answering("echo", "42"));
  }

  private void assertEachHookSawThem() {
    assertThat(seen).containsExactly(OVERRIDES, OVERRIDES, OVERRIDES);
  }

  @Test
  void inARunThatEndsByItself() {
    TestNode node = node(Script.builder().says("done"));
    node.service.submit(OVERRIDING);
    node.executeAll();
    assertEachHookSawThem();
  }

  @Test
  void inARunThatIsCancelledWhileItWaits() {
    TestNode node = node(Script.builder().calls("echo", Map.of("value", "x")));
    RunId run = node.service.submit(OVERRIDING).runId();
    node.executeAll();
    assertThat(node.record(run).status()).isEqualTo(RunStatus.WAITING);

    node.canceller.cancel(run, Caller.ANONYMOUS);
    node.relay.run();

    assertEachHookSawThem();
  }

  @Test
  void inARunThatIsInterruptedBeforeItBegins() {
    TestNode node = node(Script.builder().says("done"));
    node.enqueue(OVERRIDING);
    node.interrupter.interrupt(new ThreadId("t"), Caller.ANONYMOUS);
    node.relay.run();
    assertEachHookSawThem();
  }

  @Test
  void inARunWhoseAgentIsNotThere() {
    TestNode node = node(Script.builder().says("done"));
    var request =
        new RunRequest("nobody", new ThreadId("t"), List.of("go"), Caller.ANONYMOUS)
            .with(OVERRIDES);
    node.unchecked().submit(request);
    node.executeAll();
    assertEachHookSawThem();
  }
}
