package io.awaken.core.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An index of the tool calls in a growing conversation, one bit per message. */
final class CallMarks {

  private static final int WORD = Long.SIZE;

  /** One bit for each message; set once. */
  private long[] calling = new long[1];

  /** Calls of the last messages that have no result yet. */
  private final List<String> open = new ArrayList<>(0);

  private boolean broken;

  private boolean internalSystem;

  void add(int index, Message message) {
    if (index / WORD == calling.length) {
      calling = Arrays.copyOf(calling, 2 * calling.length);
    }
    List<ToolCall> calls = message.toolCalls();
    if (message.toolCallId() != null) {
      open.removeIf(message.toolCallId()::equals);
    } else if (!open.isEmpty()) {
      broken = true;
    }
    internalSystem |= message.role() == Role.SYSTEM && message.internal();
    broken |= calls.isEmpty() && message.content().isEmpty();
    if (!calls.isEmpty()) {
      calling[index / WORD] |= 1L << index;
      calls.forEach(call -> open.add(call.id()));
    }
  }

  /** The value of {@link CallHistory#whole}. */
  boolean whole() {
    return !broken && open.isEmpty();
  }

  /** The value of {@link CallHistory#hasInternalSystemMessages}. */
  boolean internalSystem() {
    return internalSystem;
  }

  /** The current bits; those of later messages may change. */
  long[] calling() {
    return calling;
  }

  /** The next bit that is set, or the size. */
  static int next(long[] calling, int from, int size) {
    if (from >= size) {
      return size;
    }
    long bits = calling[from / WORD] & (-1L << from);
    for (int word = from / WORD; ; bits = calling[word]) {
      if (bits != 0) {
        return Math.min(size, word * WORD + Long.numberOfTrailingZeros(bits));
      }
      word++;
      if (word * WORD >= size) {
        return size;
      }
    }
  }
}
