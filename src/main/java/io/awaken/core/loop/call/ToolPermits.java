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
 * How many calls may be at work at once, and of one tool; no thread blocks while a call waits for
 * its turn. Who waits while permits are free waits for other calls of the same tool. Thread-safe.
 */
final class ToolPermits {

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Turn> waiting = new ArrayDeque<>();
  private final Map<String, Integer> byTool = new HashMap<>();
  private final int ofOneTool;
  private int free;

  /**
   * @param permits of all calls
   * @param ofOneTool what calls of one tool may have of them, so that one that keeps them leaves
   *     others some
   */
  ToolPermits(int permits, int ofOneTool) {
    this.free = permits;
    this.ofOneTool = ofOneTool;
  }

  /** The right of one call to be at work; only the first return counts. */
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

  /** The place of one call among those that wait. */
  final class Turn {
    private final String tool;
    private final Runnable told;
    private Permit permit;

    private Turn(String tool, Runnable told) {
      this.tool = tool;
      this.told = told;
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

    /** Waits no more; a permit that was kept meanwhile goes on to the next. */
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
   * The turn of a call, which may have come at once.
   *
   * @param told called on any thread when the turn has come later, or the tool is to be looked at
   *     again; does not block
   */
  Turn request(String tool, Runnable told) {
    var turn = new Turn(tool, told);
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

  /** Tells all who wait for a turn of a tool to look at it again. */
  void lookAgain(String tool) {
    List<Turn> told;
    lock.lock();
    try {
      told = waiting.stream().filter(turn -> turn.tool.equals(tool)).toList();
    } finally {
      lock.unlock();
    }
    told.forEach(turn -> turn.told.run());
  }

  /** One permit more can let one go on at the most: the others lack what it did not hold. */
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
      given.told.run();
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
