package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import io.awaken.http.stream.Delegate;
import io.awaken.http.stream.DelegatePlaces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the delegates of a returning reader in the logs of their callers. Each call reads a few
 * segments and may block. Thread-safe.
 */
final class DelegateLog {

  private final EventLog log;

  DelegateLog(EventLog log) {
    this.log = log;
  }

  /** The delegates that a reader had open, without those whose events are not readable any more. */
  List<FollowedRun> open(DelegatePlaces places) {
    Map<List<Long>, Optional<Delegate>> known = new HashMap<>();
    List<FollowedRun> open = new ArrayList<>();
    places
        .at()
        .forEach(
            (path, at) ->
                at(path, places.run(), known)
                    .map(delegate -> new FollowedRun(delegate, at))
                    .filter(this::proven)
                    .ifPresent(open::add));
    return open;
  }

  private Optional<Delegate> at(
      List<Long> path, RunId own, Map<List<Long>, Optional<Delegate>> known) {
    Optional<Delegate> found = known.get(path);
    if (found == null) {
      List<Long> above = path.subList(0, path.size() - 1);
      Optional<RunId> by =
          above.isEmpty() ? Optional.of(own) : at(above, own, known).map(Delegate::runId);
      found =
          by.flatMap(
              run ->
                  event(run, path.getLast())
                      .flatMap(event -> Delegate.announced(above, run, event)));
      known.put(path, found);
    }
    return found;
  }

  /**
   * Whether the run says that this call started it. If its first event is not committed yet, it is
   * read from there, which shows.
   */
  private boolean proven(FollowedRun run) {
    if (!readable(run.of, run.at)) {
      return false;
    }
    Optional<StreamEvent> first = event(run.of.runId(), 1);
    if (first.isPresent()) {
      return run.accepts(first.get().event());
    }
    run.again = run.at.sequence() == 0 ? null : run.at;
    return readable(run.of, Cursor.START);
  }

  private Optional<StreamEvent> event(RunId run, long sequence) {
    return log.read(run, sequence - 1, 1).stream()
        .flatMap(segment -> segment.eventsAfter(sequence - 1).stream())
        .findFirst()
        .filter(event -> event.cursor().sequence() == sequence);
  }

  /** Whether all events behind a cursor exist. */
  boolean readable(Delegate of, Cursor at) {
    return log.view(of.runId(), at, 0).filter(run -> !run.expired(at)).isPresent();
  }
}
