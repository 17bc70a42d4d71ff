package io.awaken.core.mailbox;

import io.awaken.core.observe.RunObserver;
import io.awaken.core.observe.RunObserver.Operation;
import io.awaken.core.store.job.ClaimStore;
import io.awaken.core.store.job.MailboxStore.Candidate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets tenants take turns at the places of this node (features rows 1160, 1161): the next place
 * goes to another waiting tenant, however many jobs one tenant has queued. Each node remembers the
 * last turn for its own places only. Thread-safe.
 */
public final class TenantTurns {

  private String last;
  private final Set<String> waiting = new HashSet<>();

  TenantTurns() {}

  /**
   * Takes the first element of each queue, then the second of each, and so on.
   *
   * @param queues in the order of their turns
   * @param limit the largest number of elements
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

  /** The tenant that took the last turn, or null. */
  synchronized String last() {
    return last;
  }

  synchronized void taken(String tenant) {
    last = tenant;
  }

  synchronized void noneWaiting() {
    waiting.clear();
  }

  /** Reads one candidate more than there are places; it shows which other tenant waits. */
  List<Candidate> due(ClaimStore store, int places, RunObserver observer) {
    List<Candidate> due =
        observer.queue(
            Operation.DUE, store, places + 1, last(), ClaimStore::due, found -> !found.isEmpty());
    due(due);
    return due;
  }

  /** Records the tenants of due jobs, some of which may get no place. */
  synchronized void due(List<Candidate> candidates) {
    waiting.clear();
    candidates.forEach(candidate -> waiting.add(candidate.threadId().tenant()));
  }

  /**
   * Records a queued job.
   *
   * @param room whether there is a place for it
   */
  synchronized void queued(String tenant, boolean room) {
    if (!room) {
      waiting.add(tenant);
    }
  }

  /**
   * Whether a new run of this tenant must leave the next place to the queue: the tenant took the
   * last turn and others wait.
   */
  synchronized boolean mustYield(String tenant) {
    return tenant.equals(last) && waiting.stream().anyMatch(other -> !other.equals(tenant));
  }
}
