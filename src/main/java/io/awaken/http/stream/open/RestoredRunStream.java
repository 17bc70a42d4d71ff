package io.awaken.http.stream.open;

import io.awaken.core.event.Cursor;
import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.read.RunReader;
import io.awaken.http.stream.read.StreamReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Supplier;

/**
 * A run's stream whose encoder has state. The run is read from its beginning: up to the client's
 * cursor the encoder gets the events and its output is dropped. Thus log and live tail, here or on
 * another node, restore the encoder's state at that cursor. After a reset a new encoder is restored
 * in the same way.
 */
final class RestoredRunStream extends ReadStream {

  private final RunId run;
  private final StreamEncoding encoding;
  private final Supplier<RunReader> readers;
  private final boolean fresh;
  private Runnable wake = () -> {};
  private volatile RunReader reader;
  private volatile boolean reconnecting;
  private volatile boolean closed;
  private StreamEncoder encoder;

  /** The client has everything committed or published up to here. */
  private Cursor has;

  private Cursor given = Cursor.START;
  private boolean restoring;
  private boolean begun;

  /**
   * @param readers create readers of the run from its beginning
   * @param has the last event that the client has
   * @param fresh whether the run was just accepted on this node
   */
  RestoredRunStream(
      RunId run, StreamEncoding encoding, Supplier<RunReader> readers, Cursor has, boolean fresh) {
    this.run = run;
    this.encoding = encoding;
    this.readers = readers;
    this.reader = readers.get();
    this.fresh = fresh;
    restoreTo(has);
  }

  private void restoreTo(Cursor cursor) {
    encoder = encoding.encoder(run);
    has = cursor;
    given = Cursor.START;
    restoring = cursor.sequence() > 0;
    begun = false;
  }

  @Override
  public void start(Runnable wakeWriter) {
    wake = wakeWriter;
    reader.start(wakeWriter, fresh);
  }

  @Override
  public boolean next(OutputStream out) throws IOException {
    while (true) {
      begin(out);
      StreamItem item = encoder.over() ? null : reader.next();
      if (item == null) {
        return (encoder.over() || reader.finished()) && finish(out);
      }
      if (!restoring) {
        write(item, out);
        return true;
      }
      if (restore(item, out)) {
        return true;
      }
    }
  }

  private void begin(OutputStream out) throws IOException {
    if (!begun && !restoring) {
      begun = true;
      encoder.begin(out);
    }
  }

  private void write(StreamItem item, OutputStream out) throws IOException {
    encoder.encode(item, out);
    wrote(item);
    if (item instanceof StreamItem.Reset reset) {
      restart(reset.cursor());
    }
  }

  /** Returns whether something was written. */
  private boolean restore(StreamItem item, OutputStream out) throws IOException {
    return switch (item) {
      case StreamItem.Event event -> restore(event, out);
      case StreamItem.Reset reset -> {
        // The log, read again, shows where the client's events differ from the committed ones.
        restart(has);
        yield false;
      }
      case StreamItem.Reconnect reconnect -> {
        write(new StreamItem.Reconnect(has), out);
        yield true;
      }
      case StreamItem.Resync resync -> {
        write(new StreamItem.Resync(has), out);
        yield true;
      }
      case StreamItem.OfThread of -> throw new IllegalArgumentException("not of a run");
    };
  }

  private boolean restore(StreamItem.Event event, OutputStream out) throws IOException {
    if (had(event.cursor())) {
      encoder.encode(event, OutputStream.nullOutputStream());
      given = event.cursor();
      restoring = given.sequence() < has.sequence();
      return false;
    }
    restored(event.cursor(), out);
    encoder.encode(event, out);
    return true;
  }

  private boolean had(Cursor cursor) {
    return cursor.sequence() <= has.sequence() && cursor.epoch() <= has.epoch();
  }

  /** The client has everything before the next event; its later events are void. */
  private void restored(Cursor next, OutputStream out) throws IOException {
    restoring = false;
    begin(out);
    if (given.sequence() < has.sequence()) {
      encoder.encode(new StreamItem.Reset(new Cursor(next.epoch(), given.sequence())), out);
    }
  }

  private void restart(Cursor to) {
    RunReader before = reader;
    restoreTo(to);
    RunReader next = readers.get();
    reader = next;
    before.close();
    next.start(wake, false);
    if (reconnecting) {
      next.reconnect();
    }
    if (closed) {
      next.close();
    }
  }

  private boolean finish(OutputStream out) throws IOException {
    if (finished()) {
      return false;
    }
    if (restoring && end() == StreamEnd.COMPLETE) {
      restored(given, out);
    }
    endNow();
    encoder.end(out);
    return true;
  }

  @Override
  StreamReader reader() {
    return reader;
  }

  @Override
  public void reconnect() {
    reconnecting = true;
    super.reconnect();
  }

  @Override
  public void close() {
    closed = true;
    super.close();
  }
}
