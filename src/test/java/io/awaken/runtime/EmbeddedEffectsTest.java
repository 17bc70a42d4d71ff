package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.phase.EffectDispatchReport;
import io.awaken.core.run.Caller;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.testkit.CollectingSink;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Effects and ends of runs in a program that embeds the runtime. */
class EmbeddedEffectsTest {

  private static final EffectKey<String> NOTIFY = EffectKey.of("tell", String.class);

  private static AgentRuntimeBuilder builder(ScriptedModel model) {
    return AgentRuntime.builder()
        .inMemory()
        .withAgentSpec(AgentSpec.of("clerk", "small"))
        .withModel(new ModelSpec("small", "script", "any"))
        .withProvider("script", model);
  }

  @Test
  @Rows(97)
  void failedEffectsAreCountedWithReasons() {
    var notifier =
        new TestPlugin(
            "notifier",
            registrar -> {
              registrar.registerEffect(
                  NOTIFY,
                  (payload, context) -> {
                    if (payload.equals("bad")) {
                      throw new IllegalStateException("broken");
                    }
                  });
              registrar.registerPhaseHook(
                  Phase.RUN_START, context -> StateCommand.none().emit(NOTIFY, "bad"));
              registrar.registerPhaseHook(
                  Phase.RUN_END, context -> StateCommand.none().emit(NOTIFY, "good"));
            });
    try (AgentRuntime runtime =
        builder(new ScriptedModel(Script.builder().says("Hello.").build()))
            .withGlobalPlugin(notifier)
            .build()) {
      assertThat(runtime.effects()).isEqualTo(new EffectDispatchReport(0, 0, List.of()));

      runtime.run(RunRequest.of("clerk", "hi"), new CollectingSink());

      assertThat(runtime.effects())
          .isEqualTo(new EffectDispatchReport(2, 1, List.of("tell: IllegalStateException")));
    }
  }

  @Test
  @Rows(63)
  void itReportsTheEndOfAWaitingRunThatGaveWay() throws InterruptedException {
    BlockingQueue<TerminationReason> ends = new LinkedBlockingQueue<>();
    var observer =
        new TestPlugin(
            "observer",
            registrar -> registrar.afterRun(summary -> ends.add(summary.termination())));
    var model =
        new ScriptedModel(
            Script.builder().calls("echo", Map.of("value", "x")).says("done").build());
    try (AgentRuntime runtime =
        builder(model)
            .withTool("echo", FunctionTool.answering("echo", "42"))
            .withGlobalPlugin(AskedRun.gate("asks", List.of("echo"), ticket -> ticket))
            .withGlobalPlugin(observer)
            .build()) {
      var first = new RunRequest("clerk", new ThreadId("t"), List.of("go"), Caller.ANONYMOUS);
      runtime.run(first, new CollectingSink());
      assertThat(ends).isEmpty();

      runtime.run(first.as(SubmitMode.INTERRUPT), new CollectingSink());

      assertThat(ends.poll(1, TimeUnit.MINUTES)).isEqualTo(new TerminationReason.Cancelled());
    }
  }
}
