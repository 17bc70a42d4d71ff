package io.awaken.core.context;

import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.store.thread.StoredWindow;
import io.awaken.core.store.thread.WindowLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The newest messages of a conversation within limits. Messages go out oldest first; a tool call
 * and its results go together; system messages stay, up to a quarter of the bytes. Immutable.
 *
 * @param messages oldest first; unmodifiable
 * @param bytes of them
 * @param partial whether the conversation has messages that are not here
 * @param empty whether nothing but system messages is here, because the last message, with the call
 *     that it answers, is too large
 */
public record HistoryWindow(List<Message> messages, long bytes, boolean partial, boolean empty) {

  /** What a store read, cut where a call would be without its results or the other way round. */
  public static HistoryWindow of(StoredWindow stored, WindowLimits limits) {
    boolean whole = stored.leftOut() == 0;
    if (whole && limits.holds(stored.bytes(), stored.newest().size())) {
      return new HistoryWindow(stored.newest(), stored.bytes(), false, false);
    }
    var all = new ArrayList<Message>(stored.system().size() + stored.newest().size());
    all.addAll(stored.system());
    all.addAll(stored.newest());
    HistoryWindow cut = cut(all, limits, !whole);
    boolean empty = cut.empty() || !whole && stored.newest().isEmpty();
    return new HistoryWindow(cut.messages(), cut.bytes(), cut.partial(), empty);
  }

  /**
   * Messages of a run that have become too many. Three quarters of the limits are kept, so that not
   * every message that follows moves the window: a provider's cache knows the beginning of the
   * conversation before.
   *
   * @param messages oldest first
   * @param partial whether messages are missing before them already
   */
  public static HistoryWindow shortened(
      List<Message> messages, WindowLimits limits, boolean partial) {
    var room = new WindowLimits(limits.bytes() / 4 * 3, Math.max(1, limits.messages() / 4 * 3));
    HistoryWindow shorter = cut(messages, room, partial);
    return shorter.empty() ? cut(messages, limits, partial) : shorter;
  }

  /** Other messages that stand for those of a conversation. */
  public static HistoryWindow recovered(List<Message> messages) {
    return new HistoryWindow(List.copyOf(messages), MessageBytes.of(messages), true, false);
  }

  /** The same behind others that stand for what came before them. */
  public HistoryWindow behind(List<Message> recovered, WindowLimits limits) {
    var all = new ArrayList<Message>(recovered.size() + messages.size());
    all.addAll(recovered);
    all.addAll(messages);
    long together = bytes + MessageBytes.of(recovered);
    return limits.holds(together, all.size())
        ? new HistoryWindow(List.copyOf(all), together, true, empty)
        : cut(all, limits, true);
  }

  private static HistoryWindow cut(List<Message> all, WindowLimits limits, boolean partial) {
    long[] bytes = all.stream().mapToLong(MessageBytes::of).toArray();
    long system = 0;
    for (int i = 0; i < bytes.length; i++) {
      system += all.get(i).role() == Role.SYSTEM ? bytes[i] : 0;
    }
    long room = limits.bytes() - Math.min(system, limits.systemBytes());
    int from = bytes.length;
    while (from > 0 && bytes.length - from < limits.messages() && bytes[from - 1] <= room) {
      room -= bytes[--from];
    }
    return from == 0 && !partial
        ? new HistoryWindow(List.copyOf(all), sum(bytes, 0), false, false)
        : from(all, bytes, behindSplitCalls(all, from), limits);
  }

  private static HistoryWindow from(
      List<Message> all, long[] bytes, int from, WindowLimits limits) {
    var kept = new ArrayList<Message>();
    long system = 0;
    for (int i = from - 1; i >= 0; i--) {
      if (all.get(i).role() == Role.SYSTEM && system + bytes[i] <= limits.systemBytes()) {
        system += bytes[i];
        kept.add(all.get(i));
      }
    }
    var messages = new ArrayList<>(kept.reversed());
    messages.addAll(all.subList(from, all.size()));
    boolean nothing =
        !all.isEmpty()
            && messages.stream().allMatch(message -> message.role() == Role.SYSTEM)
            && all.getLast().role() != Role.SYSTEM;
    return new HistoryWindow(List.copyOf(messages), system + sum(bytes, from), true, nothing);
  }

  private static long sum(long[] bytes, int from) {
    long sum = 0;
    for (int i = from; i < bytes.length; i++) {
      sum += bytes[i];
    }
    return sum;
  }

  /** The first index from which on no result is without its call. */
  private static int behindSplitCalls(List<Message> all, int from) {
    Map<String, Integer> calls = new HashMap<>();
    int at = from;
    for (int i = 0; i < all.size(); i++) {
      int index = i;
      all.get(i).toolCalls().forEach(call -> calls.put(call.id(), index));
      String answered = all.get(i).toolCallId();
      if (i >= at && answered != null && calls.getOrDefault(answered, -1) < at) {
        at = i + 1;
      }
    }
    return at;
  }
}
