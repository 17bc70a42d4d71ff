package io.awaken.chaos;

import io.awaken.chaos.client.Story;
import io.awaken.chaos.fault.Fault;
import io.awaken.chaos.fault.Fault.What;
import io.awaken.fixture.Failures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Rows of the failure catalogue (docs/evidence/failures.md) that the chaos bed plays before the
 * random rounds. The faults hit the first node, so all clients use it as long as it answers; server
 * 2 is the remote one. Every invariant must hold.
 */
@Failures({
  "F01", "F02", "F03", "F04", "F05", "F06", "F07", "F08", "F09", "F10", "F12", "F15", "F17", "F23",
  "F36", "F40", "F43", "F56"
})
enum Directed {
  F01_BEFORE_A_MESSAGE_IS_ACCEPTED(
      List.of(failpoint("before-submit", 2)), Story.PLAIN, Story.PLAIN, Story.DOUBLE),
  F02_AFTER_A_MESSAGE_IS_ACCEPTED(
      List.of(failpoint("after-submit", 2)), Story.PLAIN, Story.PLAIN, Story.DOUBLE),
  F03_AFTER_A_CLAIM(List.of(failpoint("after-claim", 0)), Story.QUEUED, Story.CLEARED),
  F04_F40_WHILE_MODELS_SPEAK(
      List.of(fault(What.KILL, 350)), Story.WATCHED, Story.WATCHED, Story.STEERED, Story.PLAIN),
  F05_BEFORE_THE_LAST_ANSWER_IS_WRITTEN(List.of(failpoint("before-finish", 1)), plain(6)),
  F06_F07_BEFORE_A_RESULT_IS_WRITTEN(List.of(failpoint("before-commit", 5)), plain(6)),
  F08_AFTER_A_RESULT_IS_WRITTEN(List.of(failpoint("after-commit", 6)), plain(6)),
  F09_AFTER_THE_END_IS_WRITTEN(List.of(failpoint("after-finish", 1)), plain(6)),
  F10_IN_THE_MIDDLE_OF_A_SHUTDOWN(List.of(fault(What.DRAIN_AND_KILL, 300)), plain(8)),
  F10_WHILE_A_SHUTDOWN_GIVES_RUNS_BACK(
      List.of(failpoint("before-release", 2), fault(What.DRAIN, 300)), plain(8)),
  F12_A_SHUTDOWN_WITH_MANY_RUNS(List.of(fault(What.DRAIN, 300)), plain(40)),
  F15_THE_DATABASE_RESTARTS(
      List.of(fault(What.RESTART, 200), fault(What.CRASH, 900)),
      Story.PLAIN,
      Story.SEQUEL,
      Story.CANCELLED,
      Story.APPROVED,
      Story.QUEUED,
      Story.INTERRUPTED),
  F17_ALL_SESSIONS_END(
      List.of(fault(What.SESSIONS, 150), fault(What.SESSIONS, 500), fault(What.SESSIONS, 900)),
      plain(8)),
  F23_A_NODE_IS_FROZEN_PAST_ITS_LEASES(
      List.of(fault(What.FREEZE, 300)),
      Story.PLAIN,
      Story.PLAIN,
      Story.PLAIN,
      Story.CANCELLED,
      Story.APPROVED,
      Story.WATCHED),
  F36_BEFORE_A_FAILED_ATTEMPT_IS_WRITTEN(
      List.of(failpoint("before-nack", 0)), Story.POISON, Story.PLAIN, Story.PLAIN),
  F43_WHILE_RUNS_WAIT(
      List.of(failpoint("after-park", 1), new Fault(What.KILL, 1, 900, "", 0, "")),
      Story.APPROVED,
      Story.APPROVED,
      Story.DISPUTED,
      Story.WITHDRAWN),
  F56_AFTER_A_RUN_HAS_BEGUN_TO_WAIT_FOR_DELEGATES(
      List.of(failpoint("after-park", 1)), delegated(3)),
  F56_BEFORE_THE_END_OF_A_DELEGATE_IS_WRITTEN(List.of(failpoint("before-finish", 1)), delegated(3)),
  F56_BEFORE_A_REMOTE_SERVER_WRITES_THE_END_OF_A_TASK(
      List.of(new Fault(What.HALT_AT, 2, 0, "before-finish", 1, "")), delegated(3)),
  F56_THE_DATABASE_CRASHES_WHILE_DELEGATES_WORK(
      List.of(fault(What.CRASH, 500), fault(What.CRASH, 1_500)), delegated(3));

  /** Greater than the random seeds of other rounds. */
  private static final long SEED = 7_000_000_000L;

  private final List<Fault> faults;
  private final List<Story> stories;

  Directed(List<Fault> faults, Story... stories) {
    this(faults, List.of(stories));
  }

  Directed(List<Fault> faults, List<Story> stories) {
    this.faults = faults;
    this.stories = stories;
  }

  /**
   * Returns the rows whose names begin with one of the ids.
   *
   * @param ids comma-separated; blank or {@code true} for all rows
   */
  static List<Directed> named(String ids) {
    if (ids.isBlank() || ids.equals("true")) {
      return List.of(values());
    }
    var rows = new ArrayList<Directed>();
    for (String id : ids.split(",")) {
      int before = rows.size();
      for (Directed row : values()) {
        if (row.name().startsWith(id.strip() + "_")) {
          rows.add(row);
        }
      }
      if (rows.size() == before) {
        throw new IllegalArgumentException("directed: no row has the id " + id);
      }
    }
    return rows;
  }

  private static Fault failpoint(String point, int skip) {
    return new Fault(What.HALT_AT, 0, 0, point, skip, "");
  }

  private static Fault fault(What what, int afterMillis) {
    return new Fault(what, 0, afterMillis, "", 0, "");
  }

  private static List<Story> plain(int count) {
    return new ArrayList<>(Collections.nCopies(count, Story.PLAIN));
  }

  private static List<Story> delegated(int count) {
    return Collections.nCopies(count, Story.DELEGATED);
  }

  /**
   * Returns the plan of the row.
   *
   * @param attempt from 0; each attempt has another seed, so that the clients behave differently
   */
  Plan plan(int attempt) {
    return Plan.directed(SEED + ordinal() + attempt * 100L, stories, faults);
  }
}
