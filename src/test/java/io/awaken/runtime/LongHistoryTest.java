package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.ThreadId;
import io.awaken.fixture.CountingEstimator;
import io.awaken.fixture.TwoStepRuntime;
import org.junit.jupiter.api.Test;

/** The work of a run with a long history in memory. */
class LongHistoryTest {

  @Test
  void aLongHistoryDoesNotIncreaseTheEstimatedMessages() {
    assertThat(estimatesOfOneRun(1_000)).isEqualTo(estimatesOfOneRun(100)).isLessThan(20);
  }

  private static long estimatesOfOneRun(int history) {
    var estimator = new CountingEstimator();
    try (var runtime = new TwoStepRuntime(estimator)) {
      ThreadId thread = runtime.conversation("long", history);
      estimator.forget();
      runtime.run(thread);
      return estimator.messages();
    }
  }
}
