package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.plugin.hook.BeforeTool;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Hooks around model and tool calls write state like phase hooks. */
@Rows({69, 83})
class HookCommandsTest {

  private static final StateKey<String, String> TRACE =
      StateKey.<String, String>of("trace", String.class, () -> "", (all, next) -> all + next)
          .threadScoped();
  private static final StateKey<String, String> UNKNOWN =
      StateKey.of("unknown", String.class, () -> "", (before, next) -> next);

  private final List<String> seen = new ArrayList<>();
  private TestNode node;

  private RunRecord run(Consumer<PluginRegistrar> parts) {
    var plugin =
        new TestPlugin(
            "p",
            registrar -> {
              registrar.registerKey(TRACE);
              parts.accept(registrar);
            });
    node =
        new TestNode(
            new RecordingModel(Script.builder().calls("echo", Map.of("value", "x")).says("done")),
            agent -> agent,
            List.of(plugin),
            FunctionTool.answering("echo", "ok"));
    return node.run("t", "go");
  }

  private static StateCommand noting(String what) {
    return StateCommand.none().update(TRACE, what);
  }

  private String trace(RunRecord run) {
    var stored = node.stores.threads().state(new ThreadId("t"), run.runId()).thread();
    return stored.extensions().containsKey("trace")
        ? stored.extensions().get("trace").textValue()
        : "";
  }

  @Test
  void hooksSeeTheWritesOfEarlierHooksAndTheThreadStoresThem() {
    RunRecord run =
        run(
            r -> {
              r.beforeModel(
                  (context, request) -> {
                    seen.add(context.state().getOrInitial(TRACE));
                    return new BeforeModel.Proceed(request, noting("a"));
                  });
              r.afterModel((context, request, answer) -> AfterModel.Decision.KEEP.and(noting("b")));
              r.beforeTool(
                  (context, call) -> new BeforeTool.Proceed(call.arguments(), noting("c")));
              r.afterTool(
                  (context, call, result) -> {
                    seen.add(context.state().getOrInitial(TRACE));
                    return AfterTool.Decision.KEEP.and(noting("d"));
                  });
            });

    assertThat(trace(run)).isEqualTo("abcdab");
    assertThat(seen).containsExactly("", "abc", "abcd");
  }

  @Test
  void aHookThatAnswersMayWriteToo() {
    RunRecord run =
        run(
            r -> {
              r.beforeTool(
                  (context, call) ->
                      new BeforeTool.Answer(
                          FunctionTool.answering("echo", "cached")
                              .execute(call.arguments(), null)
                              .result(),
                          noting("t")));
              r.afterModel(
                  (context, request, answer) ->
                      AfterModel.Decision.replace(withoutUsage(answer)).and(noting("m")));
            });

    assertThat(trace(run)).isEqualTo("mtm");
  }

  private static StreamResult withoutUsage(StreamResult answer) {
    return new StreamResult(answer.content(), answer.toolCalls(), null, answer.stopReason(), false);
  }

  @Test
  void aCommandThatNamesAnUnknownKeyIsAFailureOfItsHook() {
    RunRecord failed =
        run(
            r ->
                r.beforeModel(
                    (context, request) ->
                        new BeforeModel.Proceed(
                            request, StateCommand.none().update(UNKNOWN, "x"))));
    assertThat(failed.termination())
        .isEqualTo(
            new TerminationReason.Error(
                "plugin p failed at before_model: state key unknown is not registered"));

    RunRecord ignored =
        run(
            r ->
                r.afterTool(
                        (context, call, result) ->
                            AfterTool.Decision.markError(true)
                                .and(StateCommand.none().update(UNKNOWN, "x")))
                    .onFailure(FailurePolicy.IGNORE));
    assertThat(ignored.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(node.stores.runs().calls(ignored.runId()).getFirst().status().wire())
        .isEqualTo("succeeded");
  }
}
