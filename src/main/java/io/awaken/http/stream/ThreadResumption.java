package io.awaken.http.stream;

import io.awaken.core.commit.ThreadLook;
import io.awaken.core.event.ThreadPosition;
import java.util.Optional;
import java.util.function.Supplier;

/** A reader of a whole thread, before its stream is opened. For one thread. */
public final class ThreadResumption implements AutoCloseable {

  private final ThreadReader reader;
  private final ThreadPosition from;
  private final Optional<ThreadLook> found;
  private boolean used;

  /**
   * Listens before it looks, so that nothing is missed in between.
   *
   * @param from what the reader has; null for what happens from now on
   */
  ThreadResumption(ThreadReader reader, ThreadPosition from, Supplier<Optional<ThreadLook>> look) {
    this.reader = reader;
    this.from = from;
    reader.listen();
    found = Resumption.orClose(reader, look);
  }

  /** What was found; empty when there is no such thread. */
  public Optional<ThreadLook> found() {
    return found;
  }

  ThreadReader taken() {
    used = true;
    return reader;
  }

  void begin(Runnable wake) {
    ThreadLook look = found.orElseThrow();
    if (from == null) {
      reader.resume(wake, look.fromNow(), look.now());
    } else {
      reader.resume(wake, look, from);
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
