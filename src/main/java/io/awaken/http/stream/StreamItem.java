package io.awaken.http.stream;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;

/** What a reader is sent, in order. Switches over it have no default. */
public sealed interface StreamItem {

  /** The reader may come back with this cursor and misses nothing. */
  Cursor cursor();

  /** How a stream has ended whose last item this is. */
  default StreamWatch.End end() {
    return StreamWatch.End.COMPLETE;
  }

  /**
   * Something that happened in the run.
   *
   * @param weight bytes it takes in a queue, estimated; 0 for an event from the log, which no bound
   *     applies to
   */
  record Event(StreamEvent event, int weight) implements StreamItem {
    @Override
    public Cursor cursor() {
      return event.cursor();
    }

    /** Whether its reader gets it live. */
    public boolean live() {
      return weight > 0;
    }
  }

  /**
   * What the reader got behind this cursor was never committed and is void; the run goes on from
   * here.
   */
  record Reset(Cursor cursor) implements StreamItem {}

  /** The stream ends here because the server wants so; the reader comes back with the cursor. */
  record Reconnect(Cursor cursor) implements StreamItem {
    @Override
    public StreamWatch.End end() {
      return StreamWatch.End.RECONNECT;
    }
  }

  /**
   * The stream ends here because the reader was too slow, or because what follows is deleted; it
   * comes back with the cursor, and in the latter case is told so.
   */
  record Resync(Cursor cursor) implements StreamItem {
    @Override
    public StreamWatch.End end() {
      return StreamWatch.End.SLOW;
    }
  }

  /**
   * Any of the above on the stream of a whole thread.
   *
   * @param run which run it is about; null at the end of a stream
   * @param at where its reader may come back and misses nothing
   */
  record OfThread(StreamItem item, RunId run, ThreadPosition at) implements StreamItem {
    @Override
    public Cursor cursor() {
      return item.cursor();
    }

    @Override
    public StreamWatch.End end() {
      return item.end();
    }
  }
}
