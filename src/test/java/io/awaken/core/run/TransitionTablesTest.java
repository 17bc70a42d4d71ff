package io.awaken.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.store.job.JobStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of features rows 117, 128 and 190. */
class TransitionTablesTest {

  @ParameterizedTest
  @CsvSource({
    "CREATED, RUNNING, true", "CREATED, DONE, true", "CREATED, WAITING, false",
    "RUNNING, WAITING, true", "RUNNING, DONE, true", "WAITING, RUNNING, true",
    "WAITING, DONE, true", "DONE, RUNNING, false", "DONE, WAITING, false",
  })
  void runTransitions(RunStatus from, RunStatus to, boolean allowed) {
    assertThat(from.next().contains(to)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "NEW, RUNNING, true", "RUNNING, SUCCEEDED, true", "RUNNING, RESUMING, false",
    "SUSPENDED, RESUMING, true", "SUSPENDED, CANCELLED, true", "SUSPENDED, SUCCEEDED, false",
    "RESUMING, RUNNING, true", "RESUMING, SUSPENDED, true", "FAILED, RUNNING, false",
  })
  void callTransitions(ToolCallStatus from, ToolCallStatus to, boolean allowed) {
    assertThat(from.next().contains(to)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "QUEUED, CLAIMED, true", "QUEUED, CANCELLED, true", "QUEUED, ACCEPTED, false",
    "CLAIMED, ACCEPTED, true", "CLAIMED, QUEUED, true", "CLAIMED, DEAD_LETTER, true",
    "DEAD_LETTER, QUEUED, false", "ACCEPTED, QUEUED, false",
  })
  void jobTransitions(JobStatus from, JobStatus to, boolean allowed) {
    assertThat(from.next().contains(to)).isEqualTo(allowed);
  }

  @Test
  void terminalCallStatesHaveNoSuccessor() {
    assertThat(ToolCallStatus.values())
        .filteredOn(ToolCallStatus::terminal)
        .containsExactly(ToolCallStatus.SUCCEEDED, ToolCallStatus.FAILED, ToolCallStatus.CANCELLED)
        .allSatisfy(status -> assertThat(status.next()).isEmpty());
  }
}
