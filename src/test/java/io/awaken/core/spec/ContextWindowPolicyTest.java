package io.awaken.core.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.spec.CompactionConfig.CompactionMode;
import io.awaken.core.spec.ModelSpec.ModelLimits;
import io.awaken.fixture.Rows;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContextWindowPolicyTest {

  @ParameterizedTest(name = "{0}/{1} within {2}/{3} is {4}/{5}")
  @Rows({12, 21})
  @CsvSource({
    // an unknown limit changes nothing
    "200000, 16384,        ,      , 200000, 16384",
    "200000, 16384,  128000,      , 128000, 16384",
    "200000, 16384,        ,  8192, 200000,  8192",
    "200000, 16384,  128000,  8192, 128000,  8192",
    // a model that can take more does not raise the policy
    " 32000,  4000, 1000000, 64000,  32000,  4000",
    // an answer never takes the whole window
    "200000, 16384,   16384,      ,  16384,  4096",
    "200000, 16384,    8000,      ,   8000,  2000",
    "200000, 16384,    8000,  1000,   8000,  1000"
  })
  void aPolicyIsClampedToTheLimitsOfItsModel(
      int context, int output, Integer window, Integer limit, int clamped, int answer) {
    var policy = new ContextWindowPolicy(context, output, 3);

    assertThat(policy.within(new ModelLimits(window, limit)))
        .isEqualTo(new ContextWindowPolicy(clamped, answer, 3));
  }

  @ParameterizedTest(name = "from {0} on, in a window of {1}: from {2} on")
  @Rows({21, 152, 1174})
  @CsvSource({"150000, 32000, 28000", "20000, 32000, 20000", "150000,, 150000", ", 32000,"})
  void aConversationIsSummarisedAtTheLatestWhenItFillsTheWindowOfItsModel(
      Integer threshold, Integer window, Integer clamped) {
    var policy =
        new ContextWindowPolicy(
            200_000, 4_000, 3, null, threshold, CompactionMode.KEEP_RECENT_RAW_SUFFIX, 2);

    assertThat(policy.within(new ModelLimits(window, null)).autocompactThreshold())
        .isEqualTo(clamped);
  }
}
