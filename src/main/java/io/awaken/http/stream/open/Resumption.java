package io.awaken.http.stream.open;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.RunLogView;
import io.awaken.http.stream.read.RunReader;
import io.awaken.http.stream.read.StreamReader;
import java.util.Optional;
import java.util.function.Supplier;

/** A reconnecting reader before its stream is opened. For one thread. */
public final class Resumption implements AutoCloseable {

  private final RunId run;
  private final RunReader reader;
  private final Cursor from;
  private final Optional<RunLogView> found;
  private boolean used;

  /** Subscribes before it reads, so that nothing is missed in between. */
  Resumption(RunId run, RunReader reader, Cursor from, Supplier<Optional<RunLogView>> read) {
    this.run = run;
    this.reader = reader;
    this.from = from;
    reader.listen();
    found = orClose(reader, read);
  }

  /** The result of the query; empty when there is no such run. */
  public Optional<RunLogView> found() {
    return found;
  }

  RunId run() {
    return run;
  }

  Cursor from() {
    return from;
  }

  RunReader taken() {
    used = true;
    return reader;
  }

  void begin(Runnable wake) {
    reader.resume(wake, found.orElseThrow(), from);
  }

  /** Unsubscribes from the run unless the stream was opened. */
  @Override
  public void close() {
    if (!used) {
      reader.close();
    }
  }

  static <T> Optional<T> orClose(StreamReader reader, Supplier<Optional<T>> read) {
    try {
      return read.get();
    } catch (RuntimeException | Error e) {
      reader.close();
      throw e;
    }
  }
}
