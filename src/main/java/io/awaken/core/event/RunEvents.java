package io.awaken.core.event;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * The events of one activation: numbers them, publishes at once those that may be published before
 * their commit, queues the rest, and hands over the segment of the next commit. Used by the run's
 * own thread only.
 *
 * <p>Order is kept: once one event is queued, later ones wait behind it.
 */
public final class RunEvents {

  private final EventSink sink;
  private final Consumer<AgentEvent> observer;
  private EventTap tap;
  private final InstantSource clock;
  private final long epoch;
  private final List<StreamEvent> uncommitted = new ArrayList<>();
  private long sequence;
  private int published;
  private long pendingChars;
  private boolean closed;
  private long latest = Long.MIN_VALUE;

  /** The same instant for all events of a millisecond. */
  private Instant now;

  private final Consumer<TaggedEvent> place = tagged -> place(tagged.event(), tagged.tags());
  private final Consumer<TaggedEvent> number = tagged -> number(tagged.event(), tagged.tags());

  /** Events that other threads emitted. */
  private final Queue<AgentEvent> waiting = new ConcurrentLinkedQueue<>();

  /** What the tap returned for the current event. */
  private AgentEvent counts;

  /** How far the clock was set back meanwhile; this activation keeps its time monotonic. */
  private long putBack;

  /**
   * @param tap may change events and observes published ones
   * @param lastSequence the last sequence number committed by earlier activations, 0 if none
   */
  public RunEvents(
      EventSink sink, EventTap tap, InstantSource clock, long epoch, long lastSequence) {
    this(sink, tap, clock, epoch, lastSequence, null);
  }

  /**
   * @param observer gets each event but deltas right before it is published; null for none
   */
  public RunEvents(
      EventSink sink,
      EventTap tap,
      InstantSource clock,
      long epoch,
      long lastSequence,
      Consumer<AgentEvent> observer) {
    this.observer = observer;
    this.sink = sink;
    this.tap = tap;
    this.clock = clock;
    this.epoch = epoch;
    this.sequence = lastSequence;
  }

  /**
   * Numbers an event, and publishes it at once if it may be.
   *
   * @return the event after plugins saw it; null for one that is dropped or held back
   */
  public AgentEvent emit(AgentEvent happened) {
    emitWaiting();
    return emitNow(happened, false);
  }

  /**
   * Numbers an event of what the next commit writes, and publishes it after that commit, even if it
   * could be published at once: readers could not undo it if the commit failed.
   *
   * @return as {@link #emit}
   */
  public AgentEvent emitWithCommit(AgentEvent happened) {
    emitWaiting();
    return emitNow(happened, true);
  }

  /** Emits when the run's own thread next emits or commits; may be called on any thread. */
  public void emitLater(AgentEvent happened) {
    waiting.add(happened);
  }

  private void emitWaiting() {
    for (AgentEvent next = waiting.poll(); next != null; next = waiting.poll()) {
      emitNow(next, false);
    }
  }

  private AgentEvent emitNow(AgentEvent happened, boolean withCommit) {
    counts = null;
    if (tap != EventTap.NONE) {
      tap.pass(happened, withCommit ? number : place);
    } else if (withCommit) {
      number(happened, Set.of());
    } else {
      place(happened, Set.of());
    }
    return counts;
  }

  /** No more deltas with this key follow: text that plugins held back is published. */
  public void complete(String key) {
    tap.complete(key, place);
  }

  /** The current answer is repeated from the start: text that plugins held back is dropped. */
  public void forget() {
    tap.forget();
  }

  /** Whether plugins may change events. */
  public boolean tapped() {
    return tap != EventTap.NONE;
  }

  /**
   * A text as it is stored: as plugins left it in its deltas.
   *
   * @param whole all of it as one delta
   */
  public String stored(AgentEvent.Delta whole) {
    return tap.stored(whole);
  }

  /**
   * Emits a whole text at once.
   *
   * @return the text as it is stored
   */
  public String emitWhole(AgentEvent.TextDelta whole) {
    forget();
    emit(whole);
    complete(whole.key());
    return stored(whole);
  }

  private void place(AgentEvent event, Set<String> tags) {
    boolean nothingHeld = published == uncommitted.size();
    number(event, tags);
    if (nothingHeld && event.live()) {
      publish(uncommitted.get(published++));
    }
  }

  private void number(AgentEvent event, Set<String> tags) {
    counts = event;
    uncommitted.add(new StreamEvent(new Cursor(epoch, ++sequence), now(), event, tags));
    if (event instanceof AgentEvent.Delta delta) {
      pendingChars += delta.delta().length();
    }
  }

  private Instant now() {
    long at = clock.millis() + putBack;
    if (at < latest) {
      putBack += latest - at;
      at = latest;
    }
    if (at != latest || now == null) {
      latest = at;
      now = Instant.ofEpochMilli(at);
    }
    return now;
  }

  private void publish(StreamEvent event) {
    if (observer != null && !(event.event() instanceof AgentEvent.Delta)) {
      // Before publishing, so that a run's end is counted when a reader sees it.
      observer.accept(event.event());
    }
    sink.publish(event);
    tap.published(event);
  }

  /** Replaces the tap between run and events. */
  public void tap(EventTap next) {
    tap = next;
  }

  /** Characters of deltas that are not committed. */
  public long pendingChars() {
    return pendingChars;
  }

  /** Milliseconds between the first and the last event that is not committed. */
  public long pendingMillis() {
    return uncommitted.isEmpty()
        ? 0
        : uncommitted.getLast().timestamp().toEpochMilli()
            - uncommitted.getFirst().timestamp().toEpochMilli();
  }

  /** Withdraws the last event, which must not have been published. */
  public void withdrawLast() {
    if (published == uncommitted.size()) {
      throw new IllegalStateException("the last event is published");
    }
    if (uncommitted.removeLast().event() instanceof AgentEvent.Delta delta) {
      pendingChars -= delta.delta().length();
    }
    sequence--;
  }

  /** How many events are not committed, for {@link #withdrawTo}. */
  public int uncommitted() {
    return uncommitted.size();
  }

  /** Withdraws the events since there were this many without a commit; published ones stay. */
  public void withdrawTo(int count) {
    while (uncommitted.size() > Math.max(count, published)) {
      withdrawLast();
    }
  }

  /** The segment for the next commit; null when nothing happened since the last one. */
  public Segment segment() {
    return uncommitted.isEmpty() ? null : Segment.join(uncommitted);
  }

  /** Publishes queued events before their commit: a retry may publish them again. */
  public void publishHeld() {
    while (published < uncommitted.size()) {
      publish(uncommitted.get(published++));
    }
  }

  /** The commit that held {@link #segment} succeeded: the rest is published now. */
  public void committed() {
    publishHeld();
    uncommitted.clear();
    published = 0;
    pendingChars = 0;
    sink.committed(sequence);
  }

  /**
   * No event follows in this activation. Repeating it changes nothing.
   *
   * @param ended whether the run is done
   */
  public void close(boolean ended) {
    if (!closed) {
      closed = true;
      sink.close(ended);
    }
  }
}
