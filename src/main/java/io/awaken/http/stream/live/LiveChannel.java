package io.awaken.http.stream.live;

import static java.lang.System.Logger.Level.ERROR;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.Hint;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.live.RemoteTailPublisher.Target;
import io.awaken.http.stream.live.RemoteTailPublisher.UnpublishedTail;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * One run on this node: its current activation with the events since the last commit, and its
 * subscribers. Readers are called outside of the lock, except for the first call.
 */
final class LiveChannel {

  private static final System.Logger LOG = System.getLogger(LiveChannel.class.getName());
  private static final LiveReader[] NO_READERS = {};

  private final RunId runId;
  private final Target target;
  private final SerialQueue<Hint.Tail> remoteTails;
  private final Runnable whenEnded;
  private final Runnable whenClosed;
  private LiveReader[] readers = NO_READERS;
  private Sink current;

  /**
   * @param threads run the delivery of remote tails
   * @param whenEnded called before the activation that ended the run closes
   * @param whenClosed called after any activation has closed
   */
  LiveChannel(
      RunId runId, Target target, Executor threads, Runnable whenEnded, Runnable whenClosed) {
    this.runId = runId;
    this.target = target;
    this.remoteTails = new SerialQueue<>(threads, this::take, this::missed);
    this.whenEnded = whenEnded;
    this.whenClosed = whenClosed;
  }

  /** Delivers the tail and subscribes, atomically. */
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
      readers = left.toArray(NO_READERS);
    }
  }

  synchronized boolean idle() {
    return current == null && readers.length == 0;
  }

  /** Prepares a new activation; call {@link Sink#announce} when the channel is in place. */
  synchronized Sink activate(long epoch, long lastSequence) {
    current = new Sink(epoch, lastSequence);
    return current;
  }

  /** A reader on another node follows: local events are published to it from here on. */
  void publishFrom(Cursor at) {
    Sink now = current();
    if (now != null) {
      now.publisher.follow(at);
    }
  }

  /** Local events of this epoch or an older one are no longer delivered. */
  void abandon(long epoch) {
    Sink now = current();
    if (now != null && now.epoch <= epoch) {
      now.end(true);
    }
  }

  /** Delivers a tail of another node; returns immediately. */
  void elsewhere(Hint.Tail remote) {
    remoteTails.add(remote);
  }

  /** Ignored while the run executes here; otherwise the newer activation wins. */
  private void take(Hint.Tail tail) {
    LiveReader.Elsewhere received = RemoteTailPublisher.received(tail);
    abandon(received.epoch() - 1);
    if (current() == null) {
      callAll(readers(), reader -> reader.elsewhere(received));
    }
  }

  void missed() {
    callAll(readers(), LiveReader::missed);
  }

  private synchronized Sink current() {
    return current;
  }

  /** Returns null when the sink has no subscriber. */
  private synchronized LiveReader[] append(Sink sink, StreamItem.Event event) {
    if (sink != current) {
      return null;
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

  /** Readers that are told of the beginning; none if the sink was closed or replaced before it. */
  private synchronized LiveReader[] announcing(Sink sink) {
    return sink == current ? readers : NO_READERS;
  }

  /** Readers that are told of the end only now, since it came while they heard of the beginning. */
  private synchronized LiveReader[] announced(Sink sink) {
    sink.announced = true;
    return sink.closed ? readers : NO_READERS;
  }

  private synchronized LiveReader[] close(Sink sink) {
    sink.closed = true;
    if (sink != current) {
      return NO_READERS;
    }
    current = null;
    return sink.announced ? readers : NO_READERS;
  }

  /**
   * Uncommitted events that may be published. After an event that waited for its commit, the tail
   * has only events that are also in the log.
   */
  private synchronized UnpublishedTail behind(Sink sink, long sequence) {
    long first = sink.tail.isEmpty() ? 0 : sink.tail.getFirst().cursor().sequence();
    int from = Math.clamp(sequence - first + 1, 0, sink.tail.size());
    List<StreamEvent> events =
        sink.tail.subList(from, sink.tail.size()).stream()
            .map(StreamItem.Event::event)
            .takeWhile(each -> each.event().live())
            .toList();
    long before = from == 0 ? sink.committed : sink.tail.get(from - 1).cursor().sequence();
    return new UnpublishedTail(
        new Hint.Tail(runId, sink.epoch, sink.begun, sink.committed, sink.closed, events),
        events.isEmpty() ? before : events.getLast().cursor().sequence());
  }

  private synchronized LiveReader[] readers() {
    return readers;
  }

  /** A reader that fails, even with an Error, is unsubscribed: the run continues. */
  private void callAll(LiveReader[] all, Consumer<LiveReader> what) {
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
      LOG.log(
          ERROR,
          "a failed reader could not be closed and gets no more events; its run continues",
          e);
    }
  }

  /**
   * The sink of one activation. Ignored once it is replaced, or closed from outside while its run
   * still publishes.
   */
  final class Sink implements EventSink {

    private static final int SMALL = 64;

    private final long epoch;
    private final long begun;
    private final RemoteTailPublisher publisher;
    private boolean announced;
    private boolean closed;
    private volatile long committed;
    private List<StreamItem.Event> tail = new ArrayList<>();

    private Sink(long epoch, long lastSequence) {
      this.epoch = epoch;
      this.begun = lastSequence;
      this.committed = lastSequence;
      this.publisher = new RemoteTailPublisher(target, epoch, sequence -> behind(this, sequence));
    }

    Sink announce() {
      callAll(announcing(this), reader -> reader.opened(epoch, committed));
      callAll(announced(this), reader -> reader.closed(epoch, true, committed));
      if (target.followed().contains(runId)) {
        publisher.begins();
      }
      return this;
    }

    @Override
    public void publish(StreamEvent event) {
      var item = StreamItem.Event.live(event);
      LiveReader[] all = append(this, item);
      if (all != null) {
        callAll(all, reader -> reader.event(item));
        publisher.changed();
      }
    }

    @Override
    public void committed(long sequence) {
      drop(this, sequence);
      publisher.changed();
    }

    @Override
    public void close(boolean ended) {
      if (ended) {
        whenEnded.run();
      }
      end(ended);
    }

    private void end(boolean readLog) {
      callAll(LiveChannel.this.close(this), reader -> reader.closed(epoch, readLog, committed));
      publisher.changed();
      whenClosed.run();
    }

    private LiveReader.Activation asFound() {
      return new LiveReader.Activation(epoch, committed, List.copyOf(tail));
    }
  }
}
