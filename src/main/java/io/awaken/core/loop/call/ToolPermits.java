package io.awaken.core.loop.call;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits concurrent calls in total and per tool; no thread blocks while a call waits for its turn.
 * A call that waits while permits are free waits for other calls of its tool. Thread-safe.
 */
final class ToolPermits {

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Turn> waiting = new ArrayDeque<>();
  private final Map<String, Integer> byTool = new HashMap<>();
  private final int ofOneTool;
  private int free;

  /**
   * @param permits of all calls
   * @param ofOneTool limit of one tool, which leaves permits to others
   */
  ToolPermits(int permits, int ofOneTool) {
    this.free = permits;
    this.ofOneTool = ofOneTool;
  }

  /** Permission for one call to execute; only the first return counts. */
  final class Permit {
    private final String tool;
    private final AtomicBoolean back = new AtomicBoolean();

    private Permit(String tool) {
      this.tool = tool;
    }

    void giveBack() {
      if (back.compareAndSet(false, true)) {
        next(tool);
      }
    }
  }

  /** The place of one call in the queue. */
  final class Turn {
    private final String tool;
    private final Runnable onTurn;
    private Permit permit;

    private Turn(String tool, Runnable onTurn) {
      this.tool = tool;
      this.onTurn = onTurn;
    }

    /** Its permit; null while it waits. */
    Permit take() {
      lock.lock();
      try {
        return permit;
      } finally {
        lock.unlock();
      }
    }

    /** Stops waiting; passes a reserved permit to the next. */
    void withdraw() {
      Permit kept;
      lock.lock();
      try {
        waiting.remove(this);
        kept = permit;
      } finally {
        lock.unlock();
      }
      if (kept != null) {
        kept.giveBack();
      }
    }
  }

  /**
   * Requests a permit, which may be available at once.
   *
   * @param onTurn called on any thread when the turn comes later or the tool must be checked again;
   *     must not block
   */
  Turn request(String tool, Runnable onTurn) {
    var turn = new Turn(tool, onTurn);
    lock.lock();
    try {
      if (isFreeFor(tool)) {
        give(turn);
      } else {
        waiting.add(turn);
      }
    } finally {
      lock.unlock();
    }
    return turn;
  }

  /** Makes all waiting calls of a tool check again. */
  void checkAgain(String tool) {
    List<Turn> turns;
    lock.lock();
    try {
      turns = waiting.stream().filter(turn -> turn.tool.equals(tool)).toList();
    } finally {
      lock.unlock();
    }
    turns.forEach(turn -> turn.onTurn.run());
  }

  /** One free permit lets at most one call continue. */
  private void next(String tool) {
    Turn given;
    lock.lock();
    try {
      free++;
      byTool.merge(tool, -1, (before, more) -> before + more == 0 ? null : before + more);
      given = first();
    } finally {
      lock.unlock();
    }
    if (given != null) {
      given.onTurn.run();
    }
  }

  private Turn first() {
    for (Iterator<Turn> turns = waiting.iterator(); turns.hasNext(); ) {
      Turn turn = turns.next();
      if (isFreeFor(turn.tool)) {
        turns.remove();
        give(turn);
        return turn;
      }
    }
    return null;
  }

  private boolean isFreeFor(String tool) {
    return free > 0 && byTool.getOrDefault(tool, 0) < ofOneTool;
  }

  private void give(Turn turn) {
    free--;
    byTool.merge(turn.tool, 1, Integer::sum);
    turn.permit = new Permit(turn.tool);
  }
}
