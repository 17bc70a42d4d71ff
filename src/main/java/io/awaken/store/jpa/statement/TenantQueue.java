package io.awaken.store.jpa.statement;

import io.awaken.core.store.job.MailboxStore.Candidate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What {@link DueJobs} has read of the queue of one tenant. Used by one thread. */
final class TenantQueue {

  /** So many jobs of a thread in one part make it worth passing by the others. */
  private static final int MANY = 8;

  /** A list of none is no SQL. */
  private static final String NO_RUN = "";

  private final List<Candidate> found = new ArrayList<>();
  private final Set<String> threads = new HashSet<>();
  private final Set<String> passed = new HashSet<>();
  private final Set<String> open = new HashSet<>(Set.of(NO_RUN));
  private final Map<String, Integer> met = new HashMap<>();
  private DueJobs.Row last;
  private boolean goesOn;

  void add(DueJobs.Row row) {
    last = row;
    // Of the jobs of a thread that are available only the first is due.
    if (row.claimable() && threads.add(row.threadId())) {
      found.add(row.candidate());
    }
    if (met.merge(row.threadId(), 1, Integer::sum) == MANY) {
      passed.add(row.threadId());
      if (row.openRun() != null) {
        open.add(row.openRun());
      }
    }
  }

  /** Jobs of a thread are counted anew in each part. */
  void nextPart() {
    met.clear();
  }

  /** Says whether there may be more behind the last row. */
  void goesOn(boolean more) {
    goesOn = more;
  }

  boolean goesOn() {
    return goesOn;
  }

  /** What is due, in its order. */
  List<Candidate> found() {
    return found;
  }

  int size() {
    return found.size();
  }

  DueJobs.Row last() {
    return last;
  }

  /** Whether threads are passed by from now on. */
  boolean passes() {
    return !passed.isEmpty();
  }

  /** Threads of which many jobs were met. */
  Set<String> passed() {
    return passed;
  }

  /** Runs that these threads would go on with, which are not passed by. */
  Set<String> open() {
    return open;
  }
}
