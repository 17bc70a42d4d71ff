package io.awaken.core.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunStatus;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a task may start, and when a run waits for one. */
@Rows({1300, 1302})
class TaskRulesTest {

  private static final Delegation.Limits LIMITS = new Delegation.Limits(2, 3, 5);

  @ParameterizedTest(name = "depth {0}, {1} open of {2}: {3}")
  @Attacks("S35")
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0 | 0 |",
        "1 | 2 | 4 |",
        "2 | 0 | 0 | 2 delegations deep, the limit is 2",
        "0 | 3 | 4 | 3 tasks and delegates are unfinished, the limit is 3",
        "0 | 0 | 5 | this thread has had 5 tasks, which is the limit",
        "2 | 3 | 5 | 2 delegations deep, the limit is 2",
      })
  void tasksStartWithinLimits(int depth, long open, int all, String why) {
    String refusal = Delegation.taskRefusal(depth, open, all, LIMITS).orElse(null);
    if (why == null) {
      assertThat(refusal).isNull();
    } else {
      assertThat(refusal).contains(why);
    }
  }

  @ParameterizedTest(name = "{0} open, {1} of a batch and {2} alone decided, unread {3}: {4}")
  @CsvSource({
    "0, 0, 0, false, true",
    "0, 0, 0, true, false",
    "1, 0, 0, true, true",
    "1, 1, 0, true, true",
    "1, 0, 1, false, false",
    "0, 1, 0, false, false",
  })
  void aRunParksUnlessWhatItWaitsForIsThere(
      long open, long batch, long alone, boolean unread, boolean parks) {
    var counts = new QuestionCounts(open, open, batch, alone);

    assertThat(counts.keepsFromParking(unread)).isEqualTo(!parks);
  }

  @Test
  void aRunThatWaitsForMessagesAsksNothing() {
    assertThat(new QuestionCounts(0, 0, 0, 0).waitsForMessages()).isTrue();
    assertThat(new QuestionCounts(1, 1, 0, 0).waitsForMessages()).isFalse();
  }

  @ParameterizedTest(name = "{0} open, {1} of people, {2} of a batch and {3} alone decided: {4}")
  @CsvSource({
    "0, 0, 0, 0, false",
    "2, 0, 0, 0, false",
    "2, 1, 0, 0, true",
    "1, 1, 1, 0, true",
    "1, 1, 0, 1, false",
    "0, 0, 1, 0, false",
  })
  void onlyARunThatWaitsForPeopleDoesNothingByItself(
      long open, long ofPeople, long batch, long alone, boolean settled) {
    assertThat(new QuestionCounts(open, ofPeople, batch, alone).settled(RunStatus.WAITING))
        .isEqualTo(settled);
  }
}
