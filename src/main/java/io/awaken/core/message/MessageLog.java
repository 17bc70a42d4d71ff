package io.awaken.core.message;

import io.awaken.core.message.CallHistory.HistoryMemo;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * An append-only conversation. Its snapshots are immutable lists, taken in constant time; those of
 * a log that started empty are {@link CallHistory}s. Appended by one thread at a time; any thread
 * may read its lists.
 */
public final class MessageLog {

  private static final int CHUNK = 64;

  private final List<Message> beginning;
  private final CallMarks marks;
  private final HistoryMemo memo;
  private Message[][] chunks = new Message[1][];
  private int appended;

  /** An empty one. */
  public MessageLog() {
    this(List.of(), new CallMarks());
  }

  /**
   * @param beginning the first messages; must never change
   */
  public MessageLog(List<Message> beginning) {
    this(beginning, null);
  }

  private MessageLog(List<Message> beginning, CallMarks marks) {
    this.beginning = beginning;
    this.marks = marks;
    this.memo = marks == null ? null : new HistoryMemo();
  }

  public int size() {
    return beginning.size() + appended;
  }

  /** Appends messages; earlier snapshots do not contain them. */
  public void append(List<Message> messages) {
    for (Message message : messages) {
      int chunk = appended / CHUNK;
      if (chunk == chunks.length) {
        chunks = Arrays.copyOf(chunks, 2 * chunks.length);
      }
      if (chunks[chunk] == null) {
        chunks[chunk] = new Message[CHUNK];
      }
      if (marks != null) {
        marks.add(appended, message);
      }
      chunks[chunk][appended % CHUNK] = message;
      appended++;
    }
  }

  /** A snapshot of all messages, oldest first; unmodifiable. */
  public List<Message> now() {
    if (appended == 0) {
      return beginning;
    }
    return marks == null
        ? new Moment(beginning, chunks, appended)
        : new MarkedMoment(chunks, appended, marks, memo);
  }

  /** The contents of the chunks up to this snapshot never change. */
  private static class Moment extends AbstractList<Message> implements RandomAccess {
    private final List<Message> beginning;
    private final Message[][] chunks;
    private final int begun;
    private final int size;

    Moment(List<Message> beginning, Message[][] chunks, int appended) {
      this.beginning = beginning;
      this.chunks = chunks;
      this.begun = beginning.size();
      this.size = begun + appended;
    }

    @Override
    public final Message get(int index) {
      if (index < begun) {
        return beginning.get(index);
      }
      Objects.checkIndex(index, size);
      int at = index - begun;
      return chunks[at / CHUNK][at % CHUNK];
    }

    @Override
    public final int size() {
      return size;
    }
  }

  private static final class MarkedMoment extends Moment implements CallHistory {
    private final long[] calling;
    private final boolean whole;
    private final boolean internalSystem;
    private final HistoryMemo memo;

    MarkedMoment(Message[][] chunks, int appended, CallMarks marks, HistoryMemo memo) {
      super(List.of(), chunks, appended);
      this.calling = marks.calling();
      this.whole = marks.whole();
      this.internalSystem = marks.internalSystem();
      this.memo = memo;
    }

    @Override
    public boolean whole() {
      return whole;
    }

    @Override
    public int nextCall(int from) {
      return CallMarks.next(calling, from, size());
    }

    @Override
    public boolean hasInternalSystemMessages() {
      return internalSystem;
    }

    @Override
    public HistoryMemo memo() {
      return memo;
    }
  }
}
