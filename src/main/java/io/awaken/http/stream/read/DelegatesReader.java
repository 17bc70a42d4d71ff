package io.awaken.http.stream.read;

import io.awaken.core.decision.Delegation;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.event.EventLog;
import io.awaken.http.stream.Delegate;
import io.awaken.http.stream.DelegatePlaces;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamThreads;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Reads a run or thread together with the runs of its delegates, which it follows from the event
 * that starts each, on whichever node they execute (features row 195). Items of the own run come
 * first; only the end of a delegate waits until the delegate's own items are read, at most {@value
 * #LONGEST_WAIT_S} s. Copies nothing: without delegates it passes on the items of its reader.
 *
 * <p>At most {@value DelegatePlaces#MOST} delegates are followed at once, each within a share of
 * the reader's limits; of others only start and end are shown. One that is too slow continues from
 * the log. The end of the own run ends everything.
 *
 * <p>Items are taken by one thread at a time; everything else is thread-safe.
 */
public final class DelegatesReader implements RunSource {

  private static final int LONGEST_WAIT_S = 5;

  private final StreamReader reader;
  private final FollowedRun own;
  private final OpenDelegates open;
  private final DelegatePlaces had;
  private final boolean stateful;
  private volatile boolean restoring;
  private volatile boolean reconnecting;
  private RunId run;
  private ThreadPosition place;
  private int turn;

  /**
   * Where the runs of delegates come from.
   *
   * @param runs creates readers of runs, behind a cursor
   * @param again when a failed query is repeated
   */
  public record Source(
      EventLog log,
      StreamThreads threads,
      BiFunction<RunId, Cursor, RunReader> runs,
      Duration again) {}

  /**
   * Where the stream begins.
   *
   * @param run the own run; null on the stream of a thread
   * @param at the position in it
   * @param place the position in the thread; null on the stream of a run, and for events from now
   *     on
   * @param delegates how far the reader is in the runs of delegates
   * @param stateful whether the encoder has state: it gets every event of delegates, and its stream
   *     drops what the reader has
   */
  public record Origin(
      RunId run, Cursor at, ThreadPosition place, DelegatePlaces delegates, boolean stateful) {}

  /**
   * @param reader of the own run or thread
   */
  public DelegatesReader(StreamReader reader, Origin origin, Source source) {
    this.reader = reader;
    this.open = new OpenDelegates(reader.what(), source);
    this.own = new FollowedRun(null, origin.at());
    this.own.read(reader);
    this.run = origin.run() == null ? origin.delegates().run() : origin.run();
    this.place = origin.place();
    this.stateful = origin.stateful();
    this.had = stateful ? DelegatePlaces.NONE : origin.delegates();
  }

  @Override
  public void start(Runnable wakeWriter, boolean fresh) {
    begin(wakeWriter);
    ((RunSource) reader).start(wakeWriter, fresh);
  }

  /** Starts reading delegates; the reader of the own run is started by others. */
  public void begin(Runnable wakeWriter) {
    open.begin(had, wakeWriter);
  }

  @Override
  public StreamItem next() {
    if (open.resolving()) {
      return null;
    }
    StreamItem item = take(own);
    while (item == null && !open.all().isEmpty() && !restoring) {
      int before = open.all().size();
      item = ofDelegates();
      if (item == null && open.all().size() == before) {
        return null;
      }
      item = item == null ? take(own) : item;
    }
    return item;
  }

  @Override
  public void restoring(boolean now) {
    restoring = now;
  }

  /** The next item of the delegates, in turn. */
  private StreamItem ofDelegates() {
    List<FollowedRun> all = open.all();
    for (int i = 0; i < all.size(); i++) {
      turn = (turn + 1) % all.size();
      StreamItem item = take(all.get(turn));
      if (item != null) {
        return item;
      }
    }
    return null;
  }

  private StreamItem take(FollowedRun from) {
    StreamItem passed = null;
    while (passed == null) {
      StreamItem item = from.held == null ? from.next() : from.held;
      if (item == null) {
        if (from != own && from.over()) {
          // Its run was deleted, or is not what it was said to be.
          open.drop(from::equals);
        }
        return null;
      }
      StreamItem plain = item instanceof StreamItem.OfThread of ? of.item() : item;
      from.held = waits(from, item, plain) ? item : null;
      if (from.held != null) {
        return null;
      }
      passed = pass(from, item, plain);
    }
    return passed;
  }

  /** Whether an item waits for those of delegates: it tells of their end, or of its own run's. */
  private boolean waits(FollowedRun from, StreamItem item, StreamItem plain) {
    if (open.all().isEmpty()
        || reconnecting
        || restoring
        || item == from.released
        || !(plain instanceof StreamItem.Event event)) {
      return false;
    }
    List<FollowedRun> awaited = awaited(from, event.event().event()).toList();
    if (!awaited.isEmpty() && item != from.limited) {
      from.limited = item;
      awaited.forEach(FollowedRun::hurry);
      open.wakeIn(Duration.ofSeconds(LONGEST_WAIT_S), () -> from.released = item);
    }
    return !awaited.isEmpty();
  }

  private Stream<FollowedRun> awaited(FollowedRun from, AgentEvent event) {
    return switch (event) {
      case AgentEvent.Custom custom -> {
        boolean end =
            custom.name().equals(Delegation.FINISHED) || custom.name().equals(Delegation.FAILED);
        RunId ended = end ? Delegate.run(custom) : null;
        yield open.all().stream().filter(each -> each.is(ended) && each.below(from));
      }
      case AgentEvent.RunFinish finish ->
          open.all().stream().filter(each -> ends(finish) && each.below(from));
      default -> Stream.empty();
    };
  }

  private static boolean ends(AgentEvent.RunFinish finish) {
    return !(finish.termination() instanceof TerminationReason.Suspended);
  }

  /** Records an item; null if the reader does not get it. */
  private StreamItem pass(FollowedRun from, StreamItem item, StreamItem plain) {
    if (item instanceof StreamItem.OfThread of) {
      place = of.at();
      run = of.run() == null ? run : of.run();
    }
    switch (plain) {
      case StreamItem.Event event -> {
        if (!from.accepts(event.event().event())) {
          open.drop(from::equals);
          return null;
        }
        if (from.again != null) {
          return again(from, event);
        }
        from.at = event.cursor();
        advance(from, event.event());
      }
      case StreamItem.Reset reset -> {
        from.at = reset.cursor();
        from.again = null;
        open.drop(each -> each.begunBehind(from, reset.cursor()));
        if (from != own && stateful) {
          // The encoder of its events has lost its state: it gets them again.
          open.restart(from, Cursor.START);
        }
      }
      case StreamItem.Reconnect end -> {
        if (from != own) {
          open.restart(from, end.cursor());
          return null;
        }
      }
      case StreamItem.Resync end -> {
        if (from != own) {
          open.restart(from, end.cursor());
          return null;
        }
      }
      case StreamItem.OfThread of -> throw new IllegalArgumentException("within a thread");
      case StreamItem.WithDelegates of -> throw new IllegalArgumentException("already combined");
    }
    return combined(from, item, plain);
  }

  /** An event of a delegate that the reader has; or has another of, which is void. */
  private StreamItem again(FollowedRun from, StreamItem.Event event) {
    Cursor has = from.again;
    Cursor cursor = event.cursor();
    if (cursor.sequence() <= has.sequence() && cursor.epoch() <= has.epoch()) {
      from.again = cursor.sequence() == has.sequence() ? null : has;
      return null;
    }
    from.held = event;
    Cursor before = new Cursor(cursor.epoch(), cursor.sequence() - 1);
    return pass(from, event, new StreamItem.Reset(before));
  }

  private void advance(FollowedRun from, StreamEvent event) {
    switch (event.event()) {
      case AgentEvent.Custom custom ->
          Delegate.announced(from.path(), from == own ? run : from.of.runId(), event)
              .ifPresent(open::follow);
      case AgentEvent.RunFinish finish -> {
        if (ends(finish)) {
          open.drop(each -> each.below(from) || each == from);
        }
      }
      default -> {}
    }
  }

  private StreamItem combined(FollowedRun from, StreamItem item, StreamItem plain) {
    if (from == own && open.all().isEmpty()) {
      return item;
    }
    var with = new StreamItem.WithDelegates(plain, from.of, open.places(run), own.at);
    if (from == own) {
      return item instanceof StreamItem.OfThread of
          ? new StreamItem.OfThread(with, of.run(), of.at())
          : new StreamItem.WithDelegates(plain, null, with.open(), plain.cursor());
    }
    return place == null ? with : new StreamItem.OfThread(with, run, place);
  }

  @Override
  public boolean finished() {
    return !open.resolving() && own.held == null && reader.finished();
  }

  @Override
  public void quiet() {
    reader.quiet();
    open.quiet();
  }

  @Override
  public void reconnect() {
    reconnecting = true;
    reader.reconnect();
  }

  @Override
  public void close() {
    reader.close();
    open.close();
  }

  @Override
  public String what() {
    return reader.what();
  }
}
