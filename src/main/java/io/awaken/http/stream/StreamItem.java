package io.awaken.http.stream;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.RunId;

/** An item for a reader, in order. Switches over it have no default. */
public sealed interface StreamItem {

  /** A reader that reconnects with this cursor misses nothing. */
  Cursor cursor();

  /** How a stream ends whose last item this is. */
  default StreamEnd end() {
    return StreamEnd.COMPLETE;
  }

  /**
   * An event of the run.
   *
   * @param weight estimated bytes in a queue; 0 for an event from the log, which is not limited
   */
  record Event(StreamEvent event, int weight) implements StreamItem {
    @Override
    public Cursor cursor() {
      return event.cursor();
    }

    /** An event from the log. */
    public static Event stored(StreamEvent event) {
      return new Event(event, 0);
    }

    /** A live event. */
    public static Event live(StreamEvent event) {
      return new Event(event, EventWeight.of(event.event()));
    }

    /** Whether it was delivered live. */
    public boolean live() {
      return weight > 0;
    }
  }

  /**
   * What the reader received after this cursor was never committed and is revoked; the run
   * continues from here.
   */
  record Reset(Cursor cursor) implements StreamItem {}

  /** The server ends the stream; the reader reconnects with the cursor. */
  record Reconnect(Cursor cursor) implements StreamItem {
    @Override
    public StreamEnd end() {
      return StreamEnd.RECONNECT;
    }
  }

  /**
   * The stream ends because the reader was too slow, or because the following events were deleted;
   * it reconnects with the cursor, and in the latter case is refused.
   */
  record Resync(Cursor cursor) implements StreamItem {
    @Override
    public StreamEnd end() {
      return StreamEnd.SLOW;
    }
  }

  /**
   * One of the above, on a stream that follows delegates while it has open ones.
   *
   * @param item of the stream's own run or a delegate's
   * @param of whose item it is; null for the stream's own run
   * @param open how far the reader is in the runs of delegates, with this item
   * @param cursor how far it is in the stream's own run
   */
  record WithDelegates(StreamItem item, Delegate of, DelegatePlaces open, Cursor cursor)
      implements StreamItem {

    @Override
    public StreamEnd end() {
      return of == null ? item.end() : StreamEnd.COMPLETE;
    }
  }

  /**
   * One of the above, on the stream of a thread.
   *
   * @param run the run; null at the end of a stream
   * @param at the position from which a reconnecting reader misses nothing
   */
  record OfThread(StreamItem item, RunId run, ThreadPosition at) implements StreamItem {
    @Override
    public Cursor cursor() {
      return item.cursor();
    }

    @Override
    public StreamEnd end() {
      return item.end();
    }
  }
}
