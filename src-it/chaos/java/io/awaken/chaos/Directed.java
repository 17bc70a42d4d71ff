package io.awaken.chaos;

import io.awaken.chaos.client.Story;
import io.awaken.chaos.fault.Fault;
import io.awaken.chaos.fault.Fault.What;
import io.awaken.fixture.Failures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Rows of the failure catalogue (docs/failures.md) that the chaos bed plays first, each with the
 * fault at its place. All clients talk to the first node as long as it answers, so that it is the
 * one that is hit; every invariant must hold.
 */
@Failures({
  "F01", "F02", "F03", "F04", "F05", "F06", "F07", "F08", "F09", "F10", "F12", "F15", "F17", "F23",
  "F36", "F40", "F43"
})
enum Directed {
  F01_BEFORE_A_MESSAGE_IS_ACCEPTED(
      List.of(at("before-submit", 2)), Story.PLAIN, Story.PLAIN, Story.DOUBLE),
  F02_AFTER_A_MESSAGE_IS_ACCEPTED(
      List.of(at("after-submit", 2)), Story.PLAIN, Story.PLAIN, Story.DOUBLE),
  F03_AFTER_A_CLAIM(List.of(at("after-claim", 0)), Story.QUEUED, Story.CLEARED),
  F04_F40_WHILE_MODELS_SPEAK(
      List.of(what(What.KILL, 350)), Story.WATCHED, Story.WATCHED, Story.STEERED, Story.PLAIN),
  F05_BEFORE_THE_LAST_ANSWER_IS_WRITTEN(List.of(at("before-finish", 1)), plain(6)),
  F06_F07_BEFORE_A_RESULT_IS_WRITTEN(List.of(at("before-commit", 5)), plain(6)),
  F08_AFTER_A_RESULT_IS_WRITTEN(List.of(at("after-commit", 6)), plain(6)),
  F09_AFTER_THE_END_IS_WRITTEN(List.of(at("after-finish", 1)), plain(6)),
  F10_IN_THE_MIDDLE_OF_A_SHUTDOWN(List.of(what(What.DRAIN_AND_KILL, 300)), plain(8)),
  F10_WHILE_A_SHUTDOWN_GIVES_RUNS_BACK(
      List.of(at("before-release", 2), what(What.DRAIN, 300)), plain(8)),
  F12_A_SHUTDOWN_WITH_MANY_RUNS(List.of(what(What.DRAIN, 300)), plain(40)),
  F15_THE_DATABASE_RESTARTS(
      List.of(what(What.RESTART, 200), what(What.CRASH, 900)),
      Story.PLAIN,
      Story.SEQUEL,
      Story.CANCELLED,
      Story.APPROVED,
      Story.QUEUED,
      Story.INTERRUPTED),
  F17_ALL_SESSIONS_END(
      List.of(what(What.SESSIONS, 150), what(What.SESSIONS, 500), what(What.SESSIONS, 900)),
      plain(8)),
  F23_A_NODE_IS_FROZEN_PAST_ITS_LEASES(
      List.of(what(What.FREEZE, 300)),
      Story.PLAIN,
      Story.PLAIN,
      Story.PLAIN,
      Story.CANCELLED,
      Story.APPROVED,
      Story.WATCHED),
  F36_BEFORE_A_FAILED_ATTEMPT_IS_WRITTEN(
      List.of(at("before-nack", 0)), Story.POISON, Story.PLAIN, Story.PLAIN),
  F43_WHILE_RUNS_WAIT(
      List.of(at("after-park", 1), new Fault(What.KILL, 1, 900, "", 0, "")),
      Story.APPROVED,
      Story.APPROVED,
      Story.DISPUTED,
      Story.WITHDRAWN);

  /** Far from those of random rounds. */
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
   * The rows that begin with one of these ids.
   *
   * @param ids with commas between them; all rows for {@code true} or nothing
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
        throw new IllegalArgumentException("directed: no row begins with " + id);
      }
    }
    return rows;
  }

  private static Fault at(String point, int skip) {
    return new Fault(What.HALT_AT, 0, 0, point, skip, "");
  }

  private static Fault what(What what, int afterMillis) {
    return new Fault(what, 0, afterMillis, "", 0, "");
  }

  private static List<Story> plain(int count) {
    return new ArrayList<>(Collections.nCopies(count, Story.PLAIN));
  }

  /**
   * @param attempt from 0; the clients choose otherwise each time, so that the place is reached
   */
  Plan plan(int attempt) {
    return Plan.directed(SEED + ordinal() + attempt * 100L, stories, faults);
  }
}
