package io.awaken.store.memory;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.store.thread.CutDecision;
import io.awaken.core.store.thread.CutDecision.Cut;
import io.awaken.core.store.thread.Stretch;
import io.awaken.core.store.thread.Tail;
import java.util.ArrayList;
import java.util.List;

/**
 * Which messages of a thread are current, that is, not superseded. Immutable.
 *
 * @param closed stretches before the tail, in order
 * @param tail the last stretch
 */
record CurrentMessages(List<Stretch> closed, Tail tail) {

  static final CurrentMessages ALL = new CurrentMessages(List.of(), Tail.WHOLE);

  CurrentMessages {
    closed = List.copyOf(closed);
  }

  /** Returns all stretches of a thread with this many messages. */
  List<Stretch> stretches(long count) {
    var all = new ArrayList<>(closed);
    all.add(tail.stretch(count));
    return all;
  }

  boolean has(long sequence) {
    return sequence > tail.after() || closed.stream().anyMatch(stretch -> stretch.has(sequence));
  }

  /** Counts the current messages up to and including a position. */
  long upTo(long sequence) {
    if (sequence >= tail.after()) {
      return tail.current(sequence);
    }
    return closed.stream()
        .filter(stretch -> stretch.first() <= sequence)
        .mapToLong(stretch -> stretch.upTo(Math.min(stretch.last(), sequence)))
        .max()
        .orElse(0);
  }

  /**
   * Supersedes everything from the cut on.
   *
   * @param count messages of the thread
   */
  CurrentMessages cut(Cut cut, long count) {
    var before = new ArrayList<>(closed);
    before.removeIf(stretch -> stretch.first() >= cut.stretch().first());
    if (!cut.kept().empty()) {
      before.add(cut.kept());
    }
    return new CurrentMessages(before, cut.tail(count));
  }

  /**
   * @param all messages of the thread
   * @param id the first message to supersede
   * @param input whether the run adds messages
   */
  CutDecision decide(List<Message> all, String id, boolean input) {
    int at = all.size() - 1;
    while (at >= 0 && !all.get(at).id().equals(id)) {
      at--;
    }
    if (at < 0) {
      return CutDecision.of(null, null);
    }
    long sequence = at + 1L;
    Stretch in =
        stretches(all.size()).stream().filter(each -> each.has(sequence)).findFirst().orElse(null);
    var found = new CutDecision.Found(id, sequence, all.get(at).role(), in, input);
    long last = found.needsLast() ? lastBefore(all, sequence) : 0;
    return CutDecision.of(found, last == 0 ? null : all.get((int) last - 1).role());
  }

  /** Returns the last current, non-system message before a position; 0 for none. */
  long lastBefore(List<Message> all, long sequence) {
    long last = sequence - 1;
    while (last > 0 && (!has(last) || all.get((int) last - 1).role() == Role.SYSTEM)) {
      last--;
    }
    return last;
  }
}
