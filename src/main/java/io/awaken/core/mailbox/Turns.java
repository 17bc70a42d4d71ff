package io.awaken.core.mailbox;

import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Candidate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tenants take turns at the places of this node (features rows 1160, 1161): however many jobs of a
 * tenant wait, the next place goes to another tenant that waits. Remembers whose turn was the last
 * on this node; each node does so for its own places, and needs to ask no other. Thread-safe.
 */
public final class Turns {

  private String last;
  private final Set<String> waiting = new HashSet<>();

  Turns() {}

  /**
   * The first of each queue, then the second of each, and so on.
   *
   * @param queues in the order in which they take turns
   * @param limit elements at the most
   */
  public static <T> List<T> interleave(Collection<? extends List<T>> queues, int limit) {
    var turns = new ArrayList<T>();
    for (int round = 0, before = -1; turns.size() != before; round++) {
      before = turns.size();
      for (List<T> queue : queues) {
        if (turns.size() < limit && round < queue.size()) {
          turns.add(queue.get(round));
        }
      }
    }
    return List.copyOf(turns);
  }

  /** The tenant that had the last turn; null before any had one. */
  synchronized String last() {
    return last;
  }

  /** A run of this tenant begins here. */
  synchronized void taken(String tenant) {
    last = tenant;
  }

  /** Nothing that is due waits for a place of this node. */
  synchronized void nobodyWaits() {
    waiting.clear();
  }

  /** Candidates for so many places, and one more: it tells who else waits for one. */
  List<Candidate> due(MailboxStore store, int places) {
    List<Candidate> due = store.due(places + 1, last());
    due(due);
    return due;
  }

  /** Notes whose jobs are due; some of them may find no place. */
  synchronized void due(List<Candidate> candidates) {
    waiting.clear();
    candidates.forEach(candidate -> waiting.add(candidate.threadId().tenant()));
  }

  /**
   * A job of this tenant was queued.
   *
   * @param room whether there is a place for it
   */
  synchronized void queued(String tenant, boolean room) {
    if (!room) {
      waiting.add(tenant);
    }
  }

  /**
   * Whether a new run of a tenant has to leave the next place to the queue: it had the last turn,
   * and jobs of others wait for a place.
   */
  synchronized boolean passes(String tenant) {
    return tenant.equals(last) && waiting.stream().anyMatch(other -> !other.equals(tenant));
  }
}
