package io.awaken.http.stream.read;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.Delegate;
import io.awaken.http.stream.StreamItem;
import java.util.List;

/**
 * A run that a {@link DelegatesReader} reads: the stream's own, or that of a delegate. Used by the
 * thread that takes items; its reader is set and closed by any.
 */
final class FollowedRun {

  /** Null for the stream's own run. */
  final Delegate of;

  /** The last event that was passed on. */
  Cursor at;

  /** Whether the run is known to be the delegate's. */
  boolean proven;

  /** The last event that the reader has already, if it is read once more; else null. */
  Cursor again;

  /** An item that waits until delegates below have said everything; null for none. */
  StreamItem held;

  /** The last item whose wait has a limit. */
  StreamItem limited;

  /** The last item that waited long enough. */
  volatile StreamItem released;

  private StreamReader reader;
  private boolean gone;

  FollowedRun(Delegate of, Cursor at) {
    this.of = of;
    this.at = at;
  }

  List<Long> path() {
    return of == null ? List.of() : of.path();
  }

  /** Whether it is a delegate directly or indirectly below that run. */
  boolean below(FollowedRun other) {
    List<Long> above = other.path();
    return of != null
        && of.path().size() > above.size()
        && of.path().subList(0, above.size()).equals(above);
  }

  /** Whether it is below that run, by an event behind a cursor of it. */
  boolean begunBehind(FollowedRun other, Cursor cursor) {
    return below(other) && of.path().get(other.path().size()) > cursor.sequence();
  }

  boolean is(RunId run) {
    return of != null && of.runId().equals(run);
  }

  /** Whether an event may be of this run: that of a delegate begins by naming the run above. */
  boolean accepts(AgentEvent event) {
    proven |= of == null || of.begins(event);
    return proven;
  }

  /** The next item; null when there is none now. */
  StreamItem next() {
    StreamReader now = reader();
    return now == null ? null : now.next();
  }

  /** Whether no item follows. */
  boolean over() {
    StreamReader now = reader();
    return now == null ? gone() : now.finished();
  }

  synchronized StreamReader reader() {
    return reader;
  }

  private synchronized boolean gone() {
    return gone;
  }

  /**
   * Reads with another reader from now on.
   *
   * @return false after {@link #close}
   */
  synchronized boolean read(StreamReader by) {
    if (!gone) {
      reader = by;
    }
    return !gone;
  }

  /** Closes the reader; another may follow. */
  void pause() {
    StreamReader before;
    synchronized (this) {
      before = reader;
      reader = null;
    }
    if (before != null) {
      before.close();
    }
  }

  void close() {
    synchronized (this) {
      gone = true;
    }
    pause();
  }

  /** Looks for the end of the run at once. */
  void hurry() {
    if (reader() instanceof RunReader run) {
      run.missed();
    }
  }

  void quiet() {
    StreamReader now = reader();
    if (now != null) {
      now.quiet();
    }
  }
}
