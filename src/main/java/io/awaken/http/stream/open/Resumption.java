package io.awaken.http.stream.open;

import io.awaken.core.run.RunId;
import io.awaken.http.stream.DelegatePlaces;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.read.DelegatesReader;
import io.awaken.http.stream.read.StreamReader;
import io.awaken.http.stream.write.FrameSource;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A reader of a run or thread before its stream is opened. For one thread.
 *
 * @param <V> the result of the query
 */
public final class Resumption<V> implements AutoCloseable {

  private final StreamReader reader;
  private final BiConsumer<V, Runnable> start;
  private final BiFunction<Resumption<V>, StreamEncoding, FrameSource> restored;
  private final BiFunction<StreamReader, DelegatePlaces, DelegatesReader> delegates;
  private final RunId run;
  private final Optional<V> found;
  private boolean used;

  /**
   * @param run null for a whole thread
   * @param reader has subscribed, so that one query after that misses nothing
   * @param start starts the reader with the result and the callback that wakes its writer
   * @param restored creates the stream of an encoding with state
   * @param delegates adds the runs of delegates to what the reader reads, for one without
   */
  Resumption(
      RunId run,
      StreamReader reader,
      Supplier<Optional<V>> query,
      BiConsumer<V, Runnable> start,
      BiFunction<Resumption<V>, StreamEncoding, FrameSource> restored,
      BiFunction<StreamReader, DelegatePlaces, DelegatesReader> delegates) {
    this.run = run;
    this.delegates = delegates;
    this.reader = reader;
    this.start = start;
    this.restored = restored;
    try {
      found = query.get();
    } catch (RuntimeException | Error e) {
      reader.close();
      throw e;
    }
  }

  /** The run; null for a whole thread. */
  RunId run() {
    return run;
  }

  /** The result of the query; empty when there is no such run or thread. */
  public Optional<V> found() {
    return found;
  }

  /** The reader, which from now on belongs to its stream. */
  StreamReader taken() {
    used = true;
    return reader;
  }

  void begin(Runnable wake) {
    start.accept(found.orElseThrow(), wake);
  }

  FrameSource stream(StreamEncoding encoding) {
    if (encoding.stateful()) {
      return restored.apply(this, encoding);
    }
    if (encoding.delegates() == null) {
      return new EncodedStream(taken(), this::begin, encoding.encoder(run));
    }
    DelegatesReader all = delegates.apply(taken(), encoding.delegates());
    Consumer<Runnable> start =
        wake -> {
          all.begin(wake);
          begin(wake);
        };
    return new EncodedStream(all, start, encoding.encoder(run));
  }

  /** Unsubscribes unless the stream was opened. */
  @Override
  public void close() {
    if (!used) {
      reader.close();
    }
  }
}
