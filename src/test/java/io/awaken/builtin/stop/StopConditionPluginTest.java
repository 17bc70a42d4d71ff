package io.awaken.builtin.stop;

import static io.awaken.fixture.Conversations.assistant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.builtin.stop.StopPolicy.StopDecision;
import io.awaken.core.action.RunDeadline;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.KeyScope;
import io.awaken.core.state.RestorePolicy;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.fixture.PluginBench;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StopConditionPluginTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final SettableClock clock = new SettableClock();

  @Test
  @Rows({142, 143})
  void statisticsAreStateAndTheFirstStopEndsTheRun() throws Exception {
    var bench =
        declared(
            "[{\"type\":\"token_budget\",\"max_total\":20},{\"type\":\"max_rounds\",\"rounds\":2}]");
    round(bench, calling(), TokenUsage.of(5, 5));
    assertThat(ending(bench)).isNull();

    round(bench, calling(), TokenUsage.of(8, 3));

    assertThat(ending(bench))
        .isEqualTo(
            TerminationReason.Stopped.of(
                "token_budget", "the run used 21 tokens, the budget is 20"));
    assertThat(bench.read(StopConditionPlugin.STATS))
        .extracting(StopStats::stepCount, StopStats::totalInputTokens, StopStats::totalOutputTokens)
        .containsExactly(2, 13L, 8L);
  }

  @Test
  @Rows(143)
  void aLaterReasonDoesNotReplaceTheFirst() throws Exception {
    var bench = declared("[{\"type\":\"max_rounds\",\"rounds\":1}]");
    bench.nextStep();
    bench.submit(
        StateCommand.none()
            .update(RuntimeKeys.RUN_LIFECYCLE, TerminationReason.Stopped.of("other", "before")));
    bench.answered(calling(), null);

    assertThat(ending(bench)).isEqualTo(TerminationReason.Stopped.of("other", "before"));
  }

  @Test
  @Rows({140, 142})
  void timeCountsFromTheStartOfTheFirstStep() throws Exception {
    var bench = declared("[{\"type\":\"timeout\",\"seconds\":10}]");
    bench.nextStep();
    clock.advance(Duration.ofSeconds(6));
    bench.answered(calling(), null);
    bench.nextStep();
    clock.advance(Duration.ofSeconds(4));
    bench.answered(calling(), null);
    assertThat(bench.read(StopConditionPlugin.STATS).elapsedMs()).isEqualTo(10_000);
    assertThat(ending(bench)).isNull();

    clock.advance(Duration.ofMillis(1));
    round(bench, calling(), null);
    assertThat(ending(bench)).isInstanceOf(TerminationReason.Stopped.class);
  }

  @Test
  @Rows({140, 1012})
  void aFailureSetsTheDeadlineForWaitsAndAnAnswerRemovesIt() throws Exception {
    var bench =
        declared("[{\"type\":\"timeout\",\"seconds\":20},{\"type\":\"timeout\",\"seconds\":10}]");
    bench.nextStep();
    long begun = clock.millis();
    clock.advance(Duration.ofSeconds(4));

    bench.modelFailed(failure());
    assertThat(bench.read(RuntimeKeys.RUN_DEADLINE))
        .isEqualTo(new RunDeadline(begun, begun + 10_000));

    bench.answered(calling(), null);
    assertThat(bench.read(RuntimeKeys.RUN_DEADLINE)).isEqualTo(RunDeadline.NONE);
  }

  @Test
  @Rows({140, 142})
  void failedModelCallsInARowEndTheRun() throws Exception {
    var bench = declared("[{\"type\":\"consecutive_errors\",\"max\":2}]");
    bench.nextStep();
    bench.modelFailed(failure());
    bench.answered(calling(), null);
    bench.modelFailed(failure());
    assertThat(ending(bench)).isNull();

    bench.modelFailed(failure());
    assertThat(ending(bench))
        .isEqualTo(
            TerminationReason.Stopped.of("consecutive_errors", "2 model calls failed in a row"));
  }

  @Test
  @Rows(145)
  void customPoliciesAreEvaluatedInOrderBeforeThoseOfTheAgent() throws Exception {
    var asked = new ArrayList<String>();
    var plugin =
        new StopConditionPlugin(
            List.of(policy("first", asked, false), policy("second", asked, true)), clock);
    var bench = PluginBench.of(plugin).section("stop_conditions", rounds(1));

    round(bench, calling(), null);

    assertThat(asked).containsExactly("first", "second");
    assertThat(ending(bench)).isEqualTo(TerminationReason.Stopped.of("second", "at 1"));
  }

  @Test
  @Rows(145)
  void aPolicyThatFailsFailsTheRun() {
    StopPolicy broken =
        new StopPolicy() {
          @Override
          public String id() {
            return "broken";
          }

          @Override
          public StopDecision evaluate(StopStats stats) {
            throw new IllegalStateException("no idea");
          }
        };
    var bench = PluginBench.of(new StopConditionPlugin(List.of(broken), clock));
    bench.nextStep();

    assertThatThrownBy(() -> bench.answered(calling(), null))
        .isInstanceOf(PluginFailure.class)
        .hasMessageContaining("stop-condition");
  }

  @Test
  @Rows(142)
  void countsContinueOnAnotherNode() throws Exception {
    var here = declared("[{\"type\":\"loop_detection\",\"window\":2}]");
    round(here, calling(), TokenUsage.of(1, 2));
    var there = declared("[{\"type\":\"loop_detection\",\"window\":2}]");
    there.state.restore(KeyScope.RUN, here.state.persisted(KeyScope.RUN), RestorePolicy.DEFAULT);

    assertThat(there.read(StopConditionPlugin.STATS))
        .isEqualTo(here.read(StopConditionPlugin.STATS));
    round(there, calling(), null);
    assertThat(ending(there)).isInstanceOf(TerminationReason.Stopped.class);
  }

  @Test
  void anAgentWithoutConditionsCostsNoState() {
    var bench = PluginBench.of(new StopConditionPlugin(clock));
    round(bench, calling(), null);
    bench.modelFailed(failure());

    assertThat(bench.state.snapshot().revision()).isZero();
  }

  @Test
  @Rows({140, 144})
  void thePluginForRoundsAloneStopsAtItsLimit() {
    var bench = PluginBench.of(new MaxRoundsPlugin(2, clock));
    round(bench, calling(), null);
    assertThat(ending(bench)).isNull();

    round(bench, calling(), null);
    assertThat(ending(bench))
        .isEqualTo(TerminationReason.Stopped.of("max_rounds", "the limit of 2 rounds is reached"));
  }

  @Test
  @Rows(144)
  void bothPluginsTogetherAreRefused() {
    assertThat(new StopConditionPlugin(clock).descriptor().name()).isEqualTo("stop-condition");
    assertThat(new MaxRoundsPlugin(1, clock).descriptor().name())
        .isEqualTo("stop-condition:max-rounds");
    assertThatThrownBy(
            () -> PluginBench.of(new StopConditionPlugin(clock), new MaxRoundsPlugin(1, clock)))
        .isInstanceOfSatisfying(
            StateException.class,
            e ->
                assertThat(e.error())
                    .isEqualTo(
                        new StateError.KeyAlreadyRegistered(StopConditionPlugin.STATS.name())));
  }

  private PluginBench declared(String conditions) throws Exception {
    return PluginBench.of(new StopConditionPlugin(clock))
        .section("stop_conditions", JSON.readTree(conditions));
  }

  private static void round(PluginBench bench, Message answer, TokenUsage usage) {
    bench.nextStep();
    bench.answered(answer, usage);
  }

  private static TerminationReason ending(PluginBench bench) {
    return bench.read(RuntimeKeys.RUN_LIFECYCLE).ending();
  }

  private static Message calling() {
    return assistant(null, new ToolCall("c", "search", JSON.createObjectNode()));
  }

  private static com.fasterxml.jackson.databind.JsonNode rounds(int limit) throws Exception {
    return JSON.readTree("[{\"type\":\"max_rounds\",\"rounds\":" + limit + "}]");
  }

  private static InferenceException failure() {
    return new InferenceException(InferenceException.Kind.OVERLOADED, "busy", null);
  }

  private static StopPolicy policy(String id, List<String> asked, boolean stops) {
    return new StopPolicy() {
      @Override
      public String id() {
        return id;
      }

      @Override
      public StopDecision evaluate(StopStats stats) {
        asked.add(id);
        return stops ? StopDecision.stop(id, "at " + stats.stepCount()) : StopDecision.CONTINUE;
      }
    };
  }
}
