package io.awaken.http.stream;

import static java.lang.System.Logger.Level.ERROR;

import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * One run on this node: its current activation with the events since the last commit, and who
 * listens. Callbacks to readers are made outside of the lock, except the first.
 */
final class LiveChannel {

  private static final System.Logger LOG = System.getLogger(LiveChannel.class.getName());
  private static final LiveReader[] NOBODY = {};

  private final Runnable whenEnded;
  private final Runnable whenClosed;
  private LiveReader[] readers = NOBODY;
  private Sink current;

  /**
   * @param whenEnded called before the activation that ended the run closes
   * @param whenClosed called after any activation has closed
   */
  LiveChannel(Runnable whenEnded, Runnable whenClosed) {
    this.whenEnded = whenEnded;
    this.whenClosed = whenClosed;
  }

  /** Hands out the tail and registers, in one step. */
  synchronized void add(LiveReader reader, boolean endedHere) {
    reader.joined(current == null ? null : current.asFound(), endedHere);
    readers = Arrays.copyOf(readers, readers.length + 1);
    readers[readers.length - 1] = reader;
  }

  synchronized void remove(LiveReader reader) {
    int at = Arrays.asList(readers).indexOf(reader);
    if (at >= 0) {
      var left = new ArrayList<>(Arrays.asList(readers));
      left.remove(at);
      readers = left.toArray(NOBODY);
    }
  }

  synchronized boolean idle() {
    return current == null && readers.length == 0;
  }

  /** Makes room for a new activation; call {@link Sink#announce} when the channel is in place. */
  synchronized Sink activate(long epoch, long lastSequence) {
    current = new Sink(epoch, lastSequence);
    return current;
  }

  private synchronized LiveReader[] append(Sink sink, StreamItem.Event event) {
    if (sink != current) {
      return NOBODY;
    }
    sink.tail.add(event);
    return readers;
  }

  private synchronized void drop(Sink sink, long sequence) {
    sink.committed = sequence;
    if (sink.tail.size() > Sink.SMALL) {
      sink.tail = new ArrayList<>();
    } else {
      sink.tail.clear();
    }
  }

  private synchronized LiveReader[] close(Sink sink) {
    if (sink != current) {
      return NOBODY;
    }
    current = null;
    return readers;
  }

  private synchronized LiveReader[] readers() {
    return readers;
  }

  /** Whoever fails at what it hears, with an Error too, hears no more: the run goes on. */
  private void tell(LiveReader[] all, Consumer<LiveReader> what) {
    for (LiveReader reader : all) {
      try {
        what.accept(reader);
      } catch (RuntimeException | Error e) {
        giveUp(reader, e);
      }
    }
  }

  private void giveUp(LiveReader reader, Throwable failure) {
    try {
      remove(reader);
      reader.failed(failure);
    } catch (RuntimeException | Error e) {
      LOG.log(ERROR, "a reader could not be ended and hears nothing more; its run goes on", e);
    }
  }

  /** The sink of one activation. A replaced one is heard no more. */
  final class Sink implements EventSink {

    private static final int SMALL = 64;

    private final long epoch;
    private long committed;
    private List<StreamItem.Event> tail = new ArrayList<>();

    private Sink(long epoch, long lastSequence) {
      this.epoch = epoch;
      this.committed = lastSequence;
    }

    Sink announce() {
      tell(readers(), reader -> reader.opened(epoch, committed));
      return this;
    }

    @Override
    public void publish(StreamEvent event) {
      var item = new StreamItem.Event(event, EventWeight.of(event.event()));
      tell(append(this, item), reader -> reader.event(item));
    }

    @Override
    public void committed(long sequence) {
      drop(this, sequence);
    }

    @Override
    public void close(boolean ended) {
      if (ended) {
        whenEnded.run();
      }
      tell(LiveChannel.this.close(this), reader -> reader.closed(epoch, ended, committed));
      whenClosed.run();
    }

    private LiveReader.Activation asFound() {
      return new LiveReader.Activation(epoch, committed, List.copyOf(tail));
    }
  }
}
