package io.awaken.http.stream.open;

import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.store.event.ThreadLook;
import io.awaken.http.stream.read.ThreadProgress;
import io.awaken.http.stream.read.ThreadReader;
import java.util.Optional;
import java.util.function.Supplier;

/** A reader of a whole thread, before its stream is opened. For one thread. */
public final class ThreadResumption implements AutoCloseable {

  private final ThreadReader reader;
  private final ThreadPosition from;
  private final Caller by;
  private final Optional<ThreadLook> found;
  private boolean used;

  /**
   * Subscribes before it reads, so that nothing is missed in between.
   *
   * @param from what the reader has; null for what happens from now on
   * @param by who reads
   */
  ThreadResumption(
      ThreadReader reader, ThreadPosition from, Caller by, Supplier<Optional<ThreadLook>> look) {
    this.reader = reader;
    this.from = from;
    this.by = by;
    reader.listen();
    found = Resumption.orClose(reader, look);
  }

  /** What was found; empty when there is no such thread. */
  public Optional<ThreadLook> found() {
    return found;
  }

  /** What the reader has; of one that wants what happens from now on nothing is known. */
  ThreadPosition from() {
    return from == null ? ThreadPosition.START : from;
  }

  ThreadReader taken() {
    used = true;
    return reader;
  }

  void begin(Runnable wake) {
    ThreadLook look = found.orElseThrow();
    if (from == null) {
      reader.resume(wake, look.fromNow(), new ThreadProgress(look.now(by), by));
    } else {
      reader.resume(wake, look, new ThreadProgress(from, by));
    }
  }

  /** Lets the thread go unless the stream was opened. */
  @Override
  public void close() {
    if (!used) {
      reader.close();
    }
  }
}
