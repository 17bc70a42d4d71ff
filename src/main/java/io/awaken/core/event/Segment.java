package io.awaken.core.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The events of one commit as they are stored: adjacent deltas of one text are joined, with the
 * length and time of each piece, so that replay from any sequence number is exact and takes little
 * space. Stored as JSON with a version field by the store.
 *
 * @param epoch the epoch its events carry
 * @param firstSequence sequence number of the first event
 * @param lastSequence sequence number of the last event
 * @param entries events in order
 */
public record Segment(long epoch, long firstSequence, long lastSequence, List<Entry> entries) {

  /**
   * One event, or several joined deltas.
   *
   * @param at epoch milliseconds of the (first) event
   * @param event the event; of joined deltas one with the whole text
   * @param lengths characters of each piece; null for a single event
   * @param offsets milliseconds of each piece after {@code at}; null for a single event
   * @param tags of all its pieces; null for none
   */
  public record Entry(long at, AgentEvent event, int[] lengths, int[] offsets, Set<String> tags) {

    int size() {
      return lengths == null ? 1 : lengths.length;
    }
  }

  public Segment {
    entries = List.copyOf(entries);
  }

  /** Joins events that follow each other without a gap; the list must not be empty. */
  public static Segment join(List<StreamEvent> events) {
    return SegmentJoiner.join(events);
  }

  /** The single events with a sequence number above the given one, exactly as published. */
  public List<StreamEvent> eventsAfter(long sequence) {
    var out = new ArrayList<StreamEvent>();
    long next = firstSequence;
    for (Entry entry : entries) {
      if (next + entry.size() - 1 > sequence) {
        SegmentJoiner.split(entry, epoch, next, sequence, out);
      }
      next += entry.size();
    }
    return out;
  }
}
