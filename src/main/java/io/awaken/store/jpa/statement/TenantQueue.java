package io.awaken.store.jpa.statement;

import io.awaken.core.store.job.MailboxStore.Candidate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The part of one tenant's queue that {@link DueJobs} has read. Used by one thread. */
final class TenantQueue {

  /** A thread with this many jobs in one part is skipped from then on. */
  private static final int MANY = 8;

  /** An empty list is invalid SQL. */
  private static final String NO_RUN = "";

  private final List<Candidate> found = new ArrayList<>();
  private final Set<String> threads = new HashSet<>();
  private final Set<String> skipped = new HashSet<>();
  private final Set<String> open = new HashSet<>(Set.of(NO_RUN));
  private final Map<String, Integer> met = new HashMap<>();
  private DueJobs.Row last;
  private boolean more;

  void add(DueJobs.Row row) {
    last = row;
    // Only the first available job of a thread is due.
    if (row.claimable() && threads.add(row.threadId())) {
      found.add(row.candidate());
    }
    if (met.merge(row.threadId(), 1, Integer::sum) == MANY) {
      skipped.add(row.threadId());
      if (row.openRun() != null) {
        open.add(row.openRun());
      }
    }
  }

  /** Jobs per thread are counted for each part. */
  void nextPart() {
    met.clear();
  }

  /** Sets whether there may be jobs after the last row. */
  void setMore(boolean more) {
    this.more = more;
  }

  boolean hasMore() {
    return more;
  }

  /** Returns the due jobs in queue order. */
  List<Candidate> found() {
    return found;
  }

  int size() {
    return found.size();
  }

  DueJobs.Row last() {
    return last;
  }

  /** Returns whether threads are skipped from now on. */
  boolean skips() {
    return !skipped.isEmpty();
  }

  /** Returns the skipped threads. */
  Set<String> skipped() {
    return skipped;
  }

  /** Returns open runs of the skipped threads, which are not skipped. */
  Set<String> open() {
    return open;
  }
}
