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
 * The newest messages of a conversation within limits. The oldest are dropped first, a tool call
 * together with its results; system messages stay, up to a quarter of the bytes. Immutable.
 *
 * @param messages oldest first; unmodifiable
 * @param bytes of them
 * @param partial whether the conversation has further messages
 * @param empty whether it has only system messages, because the last message, with the call that it
 *     answers, is too large
 */
public record HistoryWindow(List<Message> messages, long bytes, boolean partial, boolean empty) {

  /** The window that a store read, trimmed so that no call lacks its results and vice versa. */
  public static HistoryWindow of(StoredWindow stored, WindowLimits limits) {
    boolean whole = stored.leftOut() == 0;
    if (whole && limits.allows(stored.bytes(), stored.newest().size())) {
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
   * Shortens the messages of a run to three quarters of the limits, so that not every later message
   * moves the window, which would invalidate the provider's cache.
   *
   * @param messages oldest first
   * @param partial whether earlier messages are already missing
   */
  public static HistoryWindow shortened(
      List<Message> messages, WindowLimits limits, boolean partial) {
    var room = new WindowLimits(limits.bytes() / 4 * 3, Math.max(1, limits.messages() / 4 * 3));
    HistoryWindow shorter = cut(messages, room, partial);
    return shorter.empty() ? cut(messages, limits, partial) : shorter;
  }

  /** Messages that replace those of a conversation. */
  public static HistoryWindow recovered(List<Message> messages) {
    return new HistoryWindow(List.copyOf(messages), MessageBytes.of(messages), true, false);
  }

  /** This window after messages that replace the earlier ones. */
  public HistoryWindow behind(List<Message> recovered, WindowLimits limits) {
    var all = new ArrayList<Message>(recovered.size() + messages.size());
    all.addAll(recovered);
    all.addAll(messages);
    long together = bytes + MessageBytes.of(recovered);
    return limits.allows(together, all.size())
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

  /** The first index after which every result has its call. */
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
