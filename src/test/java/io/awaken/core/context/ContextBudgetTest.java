package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.context.Truncation.ContextBudget;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(147)
class ContextBudgetTest {

  @ParameterizedTest(name = "window {0}, answer {1} or {2}, prompt {3}, tool {4} leave {5}")
  @CsvSource({
    "1000, 200,     ,   0,   0,   800",
    "1000, 200,     , 400,   0,   700",
    "1000, 200,     ,   0, 400,   700",
    // an answer that the request allows to be longer needs more room, a shorter one no less
    "1000, 200,  300, 400, 400,   500",
    "1000, 200,   50,   0,   0,   800",
    // what nothing is left of is negative
    " 100,  90,     , 400,   0,   -90"
  })
  void whatIsLeftForMessages(
      int context, int output, Integer allowed, int prompt, int description, long left) {
    var tool = new ToolDescriptor("", null, "d".repeat(description), null, null);
    var request =
        new LlmRequest(
            "m",
            "s".repeat(prompt),
            List.of(),
            List.of(tool),
            new InferenceParameters(null, null, allowed, null));
    var policy = new ContextWindowPolicy(context, output, 1);

    assertThat(ContextBudget.of(policy, request, TokenEstimator.HEURISTIC)).isEqualTo(left);
  }
}
