package io.awaken.core.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.store.run.RunStore.Spent;
import io.awaken.core.store.run.RunStore.Unfinished;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits that a further run would exceed. */
@Attacks("S33")
@Rows({1162, 1163, 1164})
class RunLimitsTest {

  @ParameterizedTest
  @CsvSource({
    // limits: live, queued, tokens, cost; figures: running, queued, tokens, cost
    "0, 0, 0,   0,    9, 9, 999, 9.99, ''",
    "3, 0, 0,   0,    2, 9, 999, 9.99, ''",
    "3, 0, 0,   0,    3, 0, 0,   0,    LIVE",
    "3, 0, 0,   0,    4, 0, 0,   0,    LIVE",
    "0, 2, 0,   0,    9, 1, 999, 9.99, ''",
    "0, 2, 0,   0,    0, 2, 0,   0,    QUEUED",
    "0, 0, 100, 0,    9, 9, 99,  9.99, ''",
    "0, 0, 100, 0,    0, 0, 100, 0,    TOKENS",
    "0, 0, 0,   0.50, 9, 9, 999, 0.49, ''",
    "0, 0, 0,   0.50, 0, 0, 0,   0.5,  COST",
    "0, 0, 0,   0.50, 0, 0, 0,   0.51, COST",
    "3, 2, 100, 0.50, 3, 2, 100, 0.5,  LIVE",
    "3, 2, 100, 0.50, 2, 2, 100, 0.5,  QUEUED"
  })
  void theFirstExceededLimitIsNamed(
      int live,
      int queued,
      long tokens,
      BigDecimal cost,
      long running,
      long created,
      long used,
      BigDecimal spent,
      String exceeded) {
    var limits = new RunLimits(live, queued, tokens, cost);

    assertThat(
            limits
                .exceeded(new Unfinished(created, running, 99), new Spent(used, spent))
                .map(Enum::name)
                .orElse(""))
        .isEqualTo(exceeded);
  }
}
