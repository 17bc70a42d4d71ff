package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.Delegate;
import io.awaken.http.stream.DelegatePlaces;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The delegates that a {@link DelegatesReader} follows now, each with a reader of its own. What
 * reads the store happens on other threads, and is repeated until it succeeds. Delegates are added
 * and removed by the thread that takes items, which takes none while {@link #resolving()};
 * everything else is thread-safe.
 */
final class OpenDelegates {

  private static final System.Logger LOG = System.getLogger(OpenDelegates.class.getName());

  private final String above;
  private final DelegatesReader.Source source;
  private final DelegateLog log;
  private volatile List<FollowedRun> open = List.of();
  private volatile boolean resolving;
  private volatile boolean closed;
  private volatile Runnable wake = () -> {};

  /**
   * @param above the run or thread whose delegates these are, for the log
   */
  OpenDelegates(String above, DelegatesReader.Source source) {
    this.above = above;
    this.source = source;
    this.log = new DelegateLog(source.log());
  }

  /** Looks for those that a returning reader had open. */
  void begin(DelegatePlaces had, Runnable wakeWriter) {
    wake = wakeWriter;
    if (!had.at().isEmpty()) {
      resolving = true;
      blocking(() -> resolve(had));
    }
  }

  private void resolve(DelegatePlaces had) {
    List<FollowedRun> found = log.open(had);
    found.forEach(each -> read(each, each.again == null ? each.at : Cursor.START));
    open = found;
    resolving = false;
    if (closed) {
      found.forEach(FollowedRun::close);
    }
  }

  /** Whether those of a returning reader are not known yet. */
  boolean resolving() {
    return resolving;
  }

  List<FollowedRun> all() {
    return open;
  }

  /** How far the reader is in each of them. */
  DelegatePlaces places(RunId own) {
    Map<List<Long>, Cursor> at = new LinkedHashMap<>();
    open.forEach(each -> at.put(each.path(), each.at));
    return new DelegatePlaces(own, at, true);
  }

  /** Follows a delegate that has just been announced, unless there are too many. */
  void follow(Delegate delegate) {
    boolean known = open.stream().anyMatch(each -> each.is(delegate.runId()));
    if (known || open.size() >= DelegatePlaces.MOST) {
      return;
    }
    var begun = new FollowedRun(delegate, Cursor.START);
    open = Stream.concat(open.stream(), Stream.of(begun)).toList();
    read(begun, Cursor.START);
    if (closed) {
      begun.close();
    }
  }

  void drop(Predicate<FollowedRun> which) {
    List<FollowedRun> before = open;
    if (before.stream().anyMatch(which)) {
      open = before.stream().filter(which.negate()).toList();
      before.stream().filter(which).forEach(FollowedRun::close);
    }
  }

  /** Reads a delegate again: it was too slow, its reader failed, or an encoder needs it. */
  void restart(FollowedRun delegate, Cursor at) {
    delegate.pause();
    blocking(
        () -> {
          if (log.readable(delegate.of, at)) {
            read(delegate, at);
          } else {
            delegate.close();
          }
        });
  }

  private void read(FollowedRun delegate, Cursor at) {
    RunReader next = source.runs().apply(delegate.of.runId(), at);
    next.readThroughPauses();
    if (delegate.read(next)) {
      next.startExecuting(wake, false);
    }
  }

  /** Does something that may block, until it succeeds, and then lets the writer look for items. */
  private void blocking(Runnable work) {
    source
        .threads()
        .blocking()
        .execute(
            () -> {
              try {
                work.run();
              } catch (RuntimeException | Error e) {
                String message = "delegates of {0} could not be read; retry in {1}: {2}";
                LOG.log(LogReader.level(e), message, above, source.again(), e);
                later(source.again(), () -> blocking(work));
                return;
              }
              wake.run();
            });
  }

  private void later(Duration delay, Runnable work) {
    if (!closed) {
      source.threads().timer().schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** After a time does something that does not block, and lets the writer look for items. */
  void wakeIn(Duration delay, Runnable first) {
    later(
        delay,
        () -> {
          first.run();
          wake.run();
        });
  }

  void quiet() {
    open.forEach(FollowedRun::quiet);
  }

  void close() {
    closed = true;
    open.forEach(FollowedRun::close);
  }
}
