package io.awaken.http.stream.open;

import io.awaken.core.event.Cursor;
import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.DelegatePlaces;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.read.RunSource;
import io.awaken.http.stream.read.StreamReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
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
  private final Supplier<RunSource> readers;
  private final boolean fresh;
  private Runnable wake = () -> {};
  private volatile RunSource reader;
  private volatile boolean reconnecting;
  private volatile boolean closed;
  private StreamEncoder encoder;

  /** The client has everything committed or published up to here. */
  private Cursor has;

  /** The same of delegates, and what it has with the last written item. */
  private DelegatePlaces delegates;

  private DelegatePlaces written = DelegatePlaces.NONE;
  private Cursor given = Cursor.START;
  private boolean restoring;
  private boolean begun;

  /**
   * @param readers create readers of the run from its beginning
   * @param has the last event that the client has
   * @param fresh whether the run was just accepted on this node
   */
  RestoredRunStream(
      RunId run, StreamEncoding encoding, Supplier<RunSource> readers, Cursor has, boolean fresh) {
    this.run = run;
    this.encoding = encoding;
    this.readers = readers;
    this.fresh = fresh;
    this.delegates = encoding.delegates();
    restoreTo(has, readers.get());
  }

  private void restoreTo(Cursor cursor, RunSource from) {
    reader = from;
    encoder = encoding.encoder(run);
    has = cursor;
    given = Cursor.START;
    begun = false;
    restoring(cursor.sequence() > 0);
  }

  private void restoring(boolean now) {
    restoring = now;
    reader.restoring(now);
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
      if (restoring ? restore(item, out) : write(item, out)) {
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

  /** Returns whether something was written. */
  private boolean write(StreamItem item, OutputStream out) throws IOException {
    StreamItem plain = item;
    if (item instanceof StreamItem.WithDelegates with) {
      if (with.of() != null) {
        return write(with, out);
      }
      plain = with.item();
      written = with.open();
    } else {
      written = DelegatePlaces.NONE;
    }
    encoder.encode(item, out);
    wrote(item);
    if (plain instanceof StreamItem.Reset reset) {
      delegates = delegates == null || !delegates.rest() ? delegates : written;
      restart(reset.cursor());
    }
    return true;
  }

  /** An item of a delegate, whose state is restored while the run goes on. */
  private boolean write(StreamItem.WithDelegates item, OutputStream out) throws IOException {
    List<Long> path = item.of().path();
    Cursor cursor = item.item().cursor();
    boolean event = item.item() instanceof StreamItem.Event;
    boolean had = event && delegates.has(path, cursor.sequence(), has.sequence());
    Cursor known = delegates.at().get(path);
    if (had && known != null && cursor.epoch() > known.epoch()) {
      had = false;
      delegates = delegates.with(path, Cursor.START);
      var before = new StreamItem.Reset(new Cursor(cursor.epoch(), cursor.sequence() - 1));
      var revoked = new StreamItem.WithDelegates(before, item.of(), item.open(), item.cursor());
      encoder.encode(revoked, out);
    }
    encoder.encode(item, had ? OutputStream.nullOutputStream() : out);
    written = item.open();
    return !had;
  }

  /** Returns whether something was written. */
  private boolean restore(StreamItem item, OutputStream out) throws IOException {
    return switch (item) {
      case StreamItem.Event event -> restore(event, item, out);
      case StreamItem.Reset reset -> {
        // The log, read again, shows where the client's events differ from the committed ones.
        restart(has);
        yield false;
      }
      case StreamItem.Reconnect reconnect -> write(new StreamItem.Reconnect(has), out);
      case StreamItem.Resync resync -> write(new StreamItem.Resync(has), out);
      case StreamItem.WithDelegates with ->
          with.item() instanceof StreamItem.Event event
              ? restore(event, with, out)
              : restore(with.item(), out);
      case StreamItem.OfThread of -> throw new IllegalArgumentException("not of a run");
    };
  }

  private boolean restore(StreamItem.Event event, StreamItem item, OutputStream out)
      throws IOException {
    if (had(event.cursor())) {
      encoder.encode(item, OutputStream.nullOutputStream());
      given = event.cursor();
      restoring(given.sequence() < has.sequence());
      return false;
    }
    restored(event.cursor(), out);
    return write(item, out);
  }

  private boolean had(Cursor cursor) {
    return cursor.sequence() <= has.sequence() && cursor.epoch() <= has.epoch();
  }

  /** The client has everything before the next event; its later events are void. */
  private void restored(Cursor next, OutputStream out) throws IOException {
    restoring(false);
    begin(out);
    if (given.sequence() < has.sequence()) {
      encoder.encode(new StreamItem.Reset(new Cursor(next.epoch(), given.sequence())), out);
    }
  }

  private void restart(Cursor to) {
    RunSource before = reader;
    RunSource next = readers.get();
    restoreTo(to, next);
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
