package io.awaken.builtin.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.builtin.stop.StopPolicy.ConsecutiveErrors;
import io.awaken.builtin.stop.StopPolicy.CostBudget;
import io.awaken.builtin.stop.StopPolicy.LoopDetection;
import io.awaken.builtin.stop.StopPolicy.MaxRounds;
import io.awaken.builtin.stop.StopPolicy.StopOnTool;
import io.awaken.builtin.stop.StopPolicy.Timeout;
import io.awaken.builtin.stop.StopPolicy.TokenBudget;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(141)
class StopConditionsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern GUIDE_ROW = Pattern.compile("(?m)^\\| `(\\{\"type\".*?})` \\|");

  @Test
  void allKindsAreReadInOrder() throws Exception {
    JsonNode declared =
        JSON.readTree(
            """
            [{"type": "max_rounds", "rounds": 10},
             {"type": "timeout", "seconds": 300},
             {"type": "token_budget", "max_total": 100000},
             {"type": "cost_budget", "max_total": "0.25"},
             {"type": "consecutive_errors", "max": 3},
             {"type": "stop_on_tool", "tool_name": "finish"},
             {"type": "content_match", "pattern": "(?i)goodbye"},
             {"type": "loop_detection", "window": 3}]
            """);

    StopConditions conditions = StopConditions.SECTION.config().decode(declared);

    assertThat(conditions.policies())
        .extracting(StopPolicy::id)
        .containsExactlyElementsOf(StopConditions.ConditionFields.TYPES);
    assertThat(conditions.policies())
        .contains(
            new MaxRounds(10),
            new Timeout(Duration.ofMinutes(5)),
            new TokenBudget(100_000),
            new CostBudget(new BigDecimal("0.25")),
            new ConsecutiveErrors(3),
            new StopOnTool("finish"),
            new LoopDetection(3));
    assertThat(StopConditions.SECTION.config().encode(conditions)).isEqualTo(declared);
  }

  @Test
  void theGuideShowsOneValidConditionOfEachKind() throws IOException {
    String guide = Files.readString(Path.of("docs/configuration.md"));
    var conditions = JSON.createArrayNode();
    for (MatchResult row : GUIDE_ROW.matcher(guide).results().toList()) {
      conditions.add(JSON.readTree(row.group(1)));
    }

    assertThat(StopConditions.SECTION.config().decode(conditions).policies())
        .extracting(StopPolicy::id)
        .containsExactlyElementsOf(StopConditions.ConditionFields.TYPES);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"type": "max_rounds"}                              | .rounds: must be a whole number from 0, for no limit, to 1000
          {"type": "max_rounds", "rounds": -1}                | .rounds: must be a whole number
          {"type": "max_rounds", "rounds": 1001}              | to 1000
          {"type": "max_rounds", "rounds": 1.5}               | .rounds: must be a whole number
          {"type": "max_rounds", "rounds": "5"}               | .rounds: must be a whole number
          {"type": "max_rounds", "rounds": 5, "round": 1}     | .round: is not a field of max_rounds
          {"type": "timeout", "seconds": 86401}               | .seconds: must be a whole number from 0, for no limit, to 86400
          {"type": "timeout", "seconds": 99999999999}         | to 86400
          {"type": "token_budget", "max_total": 100000001}    | .max_total: must be a whole number from 0, for no limit, to 100000000
          {"type": "cost_budget"}                             | .max_total: must be an amount from 0, for no limit, to 1000000, with 12 digits behind the point at most
          {"type": "cost_budget", "max_total": -0.1}          | .max_total: must be an amount
          {"type": "cost_budget", "max_total": 1000000.01}    | to 1000000
          {"type": "cost_budget", "max_total": "1e-3"}        | .max_total: must be an amount
          {"type": "cost_budget", "max_total": "0.1234567890123"} | with 12 digits
          {"type": "cost_budget", "max_total": 1e-13}         | with 12 digits
          {"type": "consecutive_errors", "max": 1001}         | .max: must be a whole number from 0, for no limit, to 1000
          {"type": "stop_on_tool"}                            | .tool_name: must be a text of 1 to 128 characters
          {"type": "stop_on_tool", "tool_name": " "}          | .tool_name: must be a text
          {"type": "content_match", "pattern": ""}            | .pattern: must be a text of 1 to 1000 characters
          {"type": "content_match", "pattern": "ab(c"}        | .pattern: is no regular expression: Unclosed group at position
          {"type": "content_match", "pattern": "[a-"}         | at position
          {"type": "content_match", "pattern": "*a"}          | Dangling meta character '*' at position 1
          {"type": "loop_detection", "window": 1}             | .window: must be 0, for no limit, or 2 to 100
          {"type": "loop_detection", "window": 101}           | .window: must be
          {"type": "bored"}                                   | .type: must be one of max_rounds, timeout
          {"rounds": 5}                                       | .type: must be one of
          "max_rounds"                                        | must be an object with a type
          """)
  void invalidConditionsAreRefusedNamingPositionAndLimit(String condition, String complaint)
      throws Exception {
    JsonNode good = JSON.readTree("{\"type\": \"max_rounds\", \"rounds\": 1}");
    JsonNode bad = JSON.readTree(condition);

    assertThatThrownBy(() -> StopConditions.parse(List.of(good, bad)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("stop_conditions[1]")
        .hasMessageContaining(complaint);
  }

  @ParameterizedTest
  @CsvSource({
    "max_rounds, rounds, 1000",
    "timeout, seconds, 86400",
    "token_budget, max_total, 100000000",
    "cost_budget, max_total, 1000000",
    "consecutive_errors, max, 1000",
    "loop_detection, window, 100"
  })
  void zeroAndTheLimitItselfAreAllowed(String type, String field, int limit) {
    for (int value : new int[] {0, limit}) {
      var condition = JSON.createObjectNode().put("type", type).put(field, value);

      assertThat(StopConditions.parse(List.of(condition)).policies()).hasSize(1);
    }
  }

  @Test
  void theNumberOfConditionsIsLimited() {
    var condition = JSON.createObjectNode().put("type", "max_rounds").put("rounds", 1);

    assertThat(StopConditions.parse(Collections.nCopies(32, condition)).policies()).hasSize(32);
    assertThatThrownBy(() -> StopConditions.parse(Collections.nCopies(33, condition)))
        .hasMessage("stop_conditions has 33 entries, the limit is 32");
    assertThatThrownBy(() -> StopConditions.SECTION.config().decode(condition))
        .hasMessage("stop_conditions is a list");
  }
}
