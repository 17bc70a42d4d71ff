package io.awaken.core.event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Joins neighbouring deltas into entries, and splits entries into the pieces they were. */
final class SegmentJoiner {

  private SegmentJoiner() {}

  static Segment join(List<StreamEvent> events) {
    var entries = new ArrayList<Segment.Entry>();
    int from = 0;
    while (from < events.size()) {
      int to = endOfText(events, from);
      entries.add(to == from + 1 ? entry(events.get(from)) : entry(events.subList(from, to)));
      from = to;
    }
    Cursor first = events.getFirst().cursor();
    return new Segment(
        first.epoch(), first.sequence(), events.getLast().cursor().sequence(), entries);
  }

  /** Appends the pieces of an entry after a sequence number. */
  static void split(
      Segment.Entry entry, long epoch, long firstSequence, long after, List<StreamEvent> out) {
    if (entry.lengths() == null) {
      out.add(event(epoch, firstSequence, entry.at(), entry.event(), entry.tags()));
      return;
    }
    var joined = (AgentEvent.Delta) entry.event();
    int start = 0;
    for (int i = 0; i < entry.lengths().length; i++) {
      int end = start + entry.lengths()[i];
      if (firstSequence + i > after) {
        AgentEvent piece = joined.withDelta(joined.delta().substring(start, end));
        out.add(
            event(epoch, firstSequence + i, entry.at() + entry.offsets()[i], piece, entry.tags()));
      }
      start = end;
    }
  }

  private static int endOfText(List<StreamEvent> events, int from) {
    int to = from + 1;
    boolean joins =
        from + 1 < events.size() && events.get(from + 1).event() instanceof AgentEvent.Delta;
    if (joins && events.get(from).event() instanceof AgentEvent.Delta first) {
      String key = first.key();
      while (to < events.size()
          && events.get(to).event() instanceof AgentEvent.Delta next
          && (sameText(first, next) || next.key().equals(key))
          && events.get(to).tags().equals(events.get(from).tags())) {
        to++;
      }
    }
    return to;
  }

  /** Cheaper than their keys, for most pieces. */
  private static boolean sameText(AgentEvent.Delta first, AgentEvent.Delta next) {
    return first instanceof AgentEvent.TextDelta one
        && next instanceof AgentEvent.TextDelta other
        && one.messageId() != null
        && one.messageId().equals(other.messageId());
  }

  private static Segment.Entry entry(StreamEvent single) {
    Set<String> tags = single.tags().isEmpty() ? null : single.tags();
    return new Segment.Entry(single.timestamp().toEpochMilli(), single.event(), null, null, tags);
  }

  private static Segment.Entry entry(List<StreamEvent> pieces) {
    StreamEvent first = pieces.getFirst();
    long at = first.timestamp().toEpochMilli();
    Set<String> tags = first.tags().isEmpty() ? null : first.tags();
    var text = new StringBuilder();
    int[] lengths = new int[pieces.size()];
    int[] offsets = new int[pieces.size()];
    for (int i = 0; i < lengths.length; i++) {
      StreamEvent piece = pieces.get(i);
      String delta = ((AgentEvent.Delta) piece.event()).delta();
      text.append(delta);
      lengths[i] = delta.length();
      offsets[i] = (int) (piece.timestamp().toEpochMilli() - at);
    }
    var joined = ((AgentEvent.Delta) first.event()).withDelta(text.toString());
    return new Segment.Entry(at, joined, lengths, offsets, tags);
  }

  private static StreamEvent event(
      long epoch, long sequence, long at, AgentEvent event, Set<String> tags) {
    return new StreamEvent(
        new Cursor(epoch, sequence),
        Instant.ofEpochMilli(at),
        event,
        tags == null ? Set.of() : tags);
  }
}
