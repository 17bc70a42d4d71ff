package io.awaken.builtin.stop;

import static io.awaken.fixture.Conversations.assistant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.builtin.stop.StopPolicy.ConsecutiveErrors;
import io.awaken.builtin.stop.StopPolicy.ContentMatch;
import io.awaken.builtin.stop.StopPolicy.CostBudget;
import io.awaken.builtin.stop.StopPolicy.LoopDetection;
import io.awaken.builtin.stop.StopPolicy.MaxRounds;
import io.awaken.builtin.stop.StopPolicy.StopDecision;
import io.awaken.builtin.stop.StopPolicy.StopOnTool;
import io.awaken.builtin.stop.StopPolicy.Timeout;
import io.awaken.builtin.stop.StopPolicy.TokenBudget;
import io.awaken.builtin.stop.StopStats.RoundFingerprint;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.spec.Cost;
import io.awaken.fixture.Rows;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows({140, 141, 142})
class StopPoliciesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @CsvSource({"1, 3, false", "2, 3, false", "3, 3, true", "4, 3, true", "9, 0, false"})
  void roundsStopWhenTheyAreReachedAndAnotherWouldFollow(int rounds, int limit, boolean stops) {
    assertThat(stops(new MaxRounds(limit), after(rounds, calling("a")))).isEqualTo(stops);
    assertThat(stops(new MaxRounds(limit), after(rounds, assistant("done"))))
        .as("a round that ends the run by itself")
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({"99, 100, false", "100, 100, false", "101, 100, true", "999, 0, false"})
  void tokensStopWhenTheyAreExceeded(int used, int limit, boolean stops) {
    StopStats stats = StopStats.NONE.answered(calling("a"), TokenUsage.of(used - 9, 9), 1_000, 0);

    assertThat(stops(new TokenBudget(limit), stats)).isEqualTo(stops);
  }

  @ParameterizedTest
  @CsvSource({
    "0.49, 0.50, false",
    "0.50, 0.5, false",
    "0.500000000001, 0.5, true",
    "12, 0.5, true",
    "12, 0, false",
    "12, 0.00, false"
  })
  @Rows(1169)
  void costStopsWhenItIsExceeded(BigDecimal cost, BigDecimal limit, boolean stops) {
    var usage = TokenUsage.of(1, 1).costing(Cost.of(cost, "EUR"));
    StopStats stats = StopStats.NONE.answered(calling("a"), usage, 1_000, 0);

    assertThat(stops(new CostBudget(limit), stats)).isEqualTo(stops);
  }

  @Test
  @Rows(1169)
  void callsOfModelsWithoutPricesCostNothing() {
    var budget = new CostBudget(new BigDecimal("0.5"));
    var priced = TokenUsage.of(1, 1).costing(new Cost("0.3", "USD"));
    StopStats stats = StopStats.NONE;
    for (TokenUsage usage : Arrays.asList(priced, null, TokenUsage.of(9, 9))) {
      stats = stats.answered(calling("a"), usage, 1, 0).failed(2);
    }

    assertThat(stops(budget, stats)).isFalse();
    assertThat(budget.evaluate(stats.answered(calling("a"), priced, 3, 0)))
        .isEqualTo(StopDecision.stop("cost_budget", "the run cost 0.6 USD, the budget is 0.5"));
  }

  @ParameterizedTest
  @CsvSource({"999, 1, false", "1000, 1, false", "1001, 1, true", "90000, 0, false"})
  void timeStopsWhenItIsExceeded(int millis, int seconds, boolean stops) {
    StopStats stats = StopStats.NONE.begun(5_000).answered(calling("a"), null, 5_000 + millis, 0);

    assertThat(stops(new Timeout(Duration.ofSeconds(seconds)), stats)).isEqualTo(stops);
  }

  @ParameterizedTest
  @CsvSource({"1, 2, false", "2, 2, true", "3, 2, true", "5, 0, false"})
  void errorsStopWhenTheyAreReached(int failed, int limit, boolean stops) {
    StopStats stats = StopStats.NONE.begun(1);
    for (int i = 0; i < failed; i++) {
      stats = stats.failed(2);
    }
    assertThat(stops(new ConsecutiveErrors(limit), stats)).isEqualTo(stops);
    assertThat(stops(new ConsecutiveErrors(limit), stats.answered(calling("a"), null, 3, 0)))
        .as("an answer begins the row anew")
        .isFalse();
  }

  @Test
  void aNamedToolStops() {
    StopStats stats = after(1, assistant(null, call("a", "{}"), call("finish", "{}")));

    assertThat(stops(new StopOnTool("finish"), stats)).isTrue();
    assertThat(stops(new StopOnTool("fin"), stats)).isFalse();
  }

  @Test
  void aTextThatMatchesStops() {
    StopStats stats = after(1, assistant("Well. GOODBYE then"));

    assertThat(stops(new ContentMatch(Pattern.compile("(?i)good\\s?bye")), stats)).isTrue();
    assertThat(stops(new ContentMatch(Pattern.compile("^goodbye")), stats)).isFalse();
  }

  @Test
  void aBacktrackingPatternIsAbortedWithAReason() {
    StopStats stats = after(1, assistant("a".repeat(200)));

    assertThatThrownBy(
            () -> new ContentMatch(Pattern.compile("(a*)(a*)(a*)(a*)(a*)(a*)b")).evaluate(stats))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("needs to be simpler");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the same calls                       | {"a":1,"b":[1,{"c":2,"d":3}]} ; {"b":[1,{"d":3,"c":2}],"a":1} ; {"a":1,"b":[1,{"c":2,"d":3}]} | true
          other arguments                      | {"a":1} ; {"a":2} ; {"a":1}                                                                   | false
          other only before the window         | {"a":2} ; {"a":1} ; {"a":1} ; {"a":1}                                                         | true
          a list in another order              | {"a":[1,2]} ; {"a":[2,1]} ; {"a":[1,2]}                                                       | false
          fewer rounds than the window         | {"a":1} ; {"a":1}                                                                             | false
          """)
  void roundsThatRepeatTheirCallsStop(String what, String arguments, boolean stops) {
    var policy = new LoopDetection(3);
    StopStats stats = StopStats.NONE;
    int round = 0;
    for (String each : arguments.split(" ; ")) {
      Message answer = assistant("text " + round++, call("search", each));
      stats = stats.answered(answer, null, 1, policy.window());
    }
    assertThat(stops(policy, stats)).as(what).isEqualTo(stops);
  }

  @Test
  void repeatedTextStopsButEmptyTextDoesNot() {
    var policy = new LoopDetection(2);
    StopStats talking = StopStats.NONE;
    StopStats silent = StopStats.NONE;
    for (int i = 0; i < 2; i++) {
      talking =
          talking.answered(
              assistant(i == 0 ? "Let me see." : " Let me see.\n", call("a", "{\"n\":" + i + "}")),
              null,
              1,
              2);
      silent = silent.answered(assistant(null, call("a", "{\"n\":" + i + "}")), null, 1, 2);
    }
    assertThat(policy.evaluate(talking))
        .isEqualTo(StopDecision.stop("loop_detection", "the last 2 answers were identical"));
    assertThat(stops(policy, silent)).isFalse();
    assertThat(stops(new LoopDetection(0), talking)).isFalse();
  }

  @Test
  void theOrderOfCallsInARoundIsIrrelevant() {
    assertThat(RoundFingerprint.of(assistant(null, call("a", "{}"), call("b", "{}"))))
        .isEqualTo(RoundFingerprint.of(assistant(null, call("b", "{}"), call("a", "{}"))))
        .isNotEqualTo(RoundFingerprint.of(assistant(null, call("a", "{}"))));
  }

  @Test
  void countsAddUpAndTheLastAnswerReplacesThePrevious() {
    StopStats stats =
        StopStats.NONE
            .begun(1_000)
            .answered(assistant("one", call("a", "{}")), TokenUsage.of(10, 2), 1_500, 0)
            .failed(1_800)
            .answered(assistant("two"), TokenUsage.of(20, 3), 4_000, 0);

    assertThat(stats)
        .isEqualTo(new StopStats(2, 30, 5, 1_000, 3_000, 0, List.of(), "two", List.of(), null));
  }

  @Test
  void aProviderThatReportsOnlyTotalsIsCounted() {
    StopStats stats =
        StopStats.NONE
            .answered(calling("a"), new TokenUsage(null, null, 12, null, null, null), 1, 0)
            .answered(calling("a"), null, 1, 0);

    assertThat(stats.totalTokens()).isEqualTo(12);
  }

  @Test
  void theStateStoresALimitedTextAndFewRounds() {
    String text = "x".repeat(StopStats.MAX_TEXT - 1) + "\uD83D\uDE00 and more";
    StopStats stats = StopStats.NONE;
    for (int i = 0; i < 5; i++) {
      stats = stats.answered(assistant(text), null, 1, 3);
    }
    assertThat(stats.lastResponseText()).isEqualTo(text);
    assertThat(stats.recentRounds()).hasSize(3);
    assertThat(stats.stored().lastResponseText()).isEqualTo("x".repeat(StopStats.MAX_TEXT - 1));
  }

  private static boolean stops(StopPolicy policy, StopStats stats) {
    return policy.evaluate(stats) instanceof StopDecision.Stop stop
        && stop.code().equals(policy.id());
  }

  private static StopStats after(int rounds, Message last) {
    StopStats stats = StopStats.NONE;
    for (int i = 1; i < rounds; i++) {
      stats = stats.answered(calling("a"), null, 1, 0);
    }
    return stats.answered(last, null, 1, 0);
  }

  private static Message calling(String tool) {
    return assistant(null, call(tool, "{}"));
  }

  private static ToolCall call(String tool, String arguments) {
    try {
      return new ToolCall("c", tool, JSON.readTree(arguments));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
