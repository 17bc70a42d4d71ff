package io.awaken.core.loop.call;

import io.awaken.core.action.StartedTask;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.run.RunId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the tasks that the calls of a round start, of which the store does not know yet. */
final class RoundTasks {

  private final ChildRuns children;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<String> started = new HashSet<>(0);

  RoundTasks(ChildRuns children) {
    this.children = children;
  }

  /**
   * Takes a place for a task within the limits; a failed call keeps its places until the round
   * ends.
   *
   * @param known tasks of the thread when the call began
   * @param delegates runs that the run waits for
   * @return why it may not start
   */
  Optional<String> take(String id, List<StartedTask> known, long delegates, Activation run) {
    lock.lock();
    try {
      List<RunId> stored =
          known.stream()
              .map(StartedTask::id)
              .filter(task -> !started.contains(task))
              .map(RunId::new)
              .toList();
      long open = children.runs().unfinished(stored) + delegates + started.size();
      Optional<String> refusal = children.refusal(run, open, stored.size() + started.size());
      if (refusal.isEmpty()) {
        started.add(id);
      }
      return refusal;
    } finally {
      lock.unlock();
    }
  }
}
