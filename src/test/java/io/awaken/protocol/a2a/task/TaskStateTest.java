package io.awaken.protocol.a2a.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TaskStateTest {

  static Stream<TerminationReason> endings() {
    return Stream.of(
        new TerminationReason.NaturalEnd(),
        new TerminationReason.BehaviorRequested(),
        new TerminationReason.Stopped(new TerminationReason.Stop("max_rounds", null)),
        new TerminationReason.Cancelled(),
        new TerminationReason.Blocked("no"),
        new TerminationReason.Error("broken"));
  }

  /** Lists select tasks by the kinds of endings, and show each by its reason. */
  @ParameterizedTest
  @MethodSource("endings")
  void aListOfAStateHasTheTasksThatAreShownInIt(TerminationReason reason) {
    assertThat(Stream.of(TaskState.values()))
        .filteredOn(state -> state.endings().contains(reason.kind()))
        .containsExactly(TaskState.of(reason));
  }

  @Test
  void everyEndingBelongsToAnEndedRun() {
    assertThat(Stream.of(TaskState.values()))
        .allMatch(state -> state.endings().isEmpty() == (state.run() != RunStatus.DONE));
  }
}
