package io.awaken.http.stream.open;

import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.http.stream.read.ThreadProgress;
import io.awaken.http.stream.read.ThreadReader;
import java.util.Optional;
import java.util.function.Supplier;

/** A reader of a whole thread before its stream is opened. For one thread. */
public final class ThreadResumption implements AutoCloseable {

  private final ThreadReader reader;
  private final ThreadPosition from;
  private final Caller by;
  private final Optional<ThreadLogView> found;
  private boolean used;

  /**
   * Subscribes before it reads, so that nothing is missed in between.
   *
   * @param from the reader's position; null for events from now on
   * @param by the reader
   */
  ThreadResumption(
      ThreadReader reader, ThreadPosition from, Caller by, Supplier<Optional<ThreadLogView>> read) {
    this.reader = reader;
    this.from = from;
    this.by = by;
    reader.listen();
    found = Resumption.orClose(reader, read);
  }

  /** The result of the query; empty when there is no such thread. */
  public Optional<ThreadLogView> found() {
    return found;
  }

  /** The reader's position; unknown for a reader of events from now on. */
  ThreadPosition from() {
    return from == null ? ThreadPosition.START : from;
  }

  ThreadReader taken() {
    used = true;
    return reader;
  }

  void begin(Runnable wake) {
    ThreadLogView view = found.orElseThrow();
    if (from == null) {
      reader.resume(wake, view.fromNow(), new ThreadProgress(view.now(by), by));
    } else {
      reader.resume(wake, view, new ThreadProgress(from, by));
    }
  }

  /** Unsubscribes from the thread unless the stream was opened. */
  @Override
  public void close() {
    if (!used) {
      reader.close();
    }
  }
}
