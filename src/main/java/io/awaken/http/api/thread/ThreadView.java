package io.awaken.http.api.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Ownership;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A thread on the wire; times are milliseconds. Runs that the caller may not see are omitted. */
record ThreadView(
    @Required ThreadId id,
    String resourceId,
    ThreadId parentThreadId,
    @Required Metadata metadata,
    RunId activeRunId,
    RunId openRunId,
    RunId latestRunId,
    Long latestRunUpdatedAt) {

  /** Further data about the thread. */
  record Metadata(long createdAt, long updatedAt, String title, Map<String, Object> custom) {}

  /** Shows a thread to a caller. */
  static ThreadView of(ThreadRecord thread, Caller caller, RunStore runs) {
    return of(thread, visible(thread, caller, runs));
  }

  /** Shows a thread without runs. */
  static ThreadView ofNew(ThreadRecord thread) {
    return of(thread, Set.of());
  }

  private static ThreadView of(ThreadRecord thread, Set<RunId> visible) {
    var custom = thread.custom() == null || thread.custom().isEmpty() ? null : thread.custom();
    return new ThreadView(
        thread.id(),
        thread.resourceId(),
        thread.parentThreadId(),
        new Metadata(thread.createdAt(), thread.updatedAt(), thread.title(), custom),
        among(visible, thread.activeRunId()),
        among(visible, thread.openRunId()),
        among(visible, thread.latestRunId()),
        among(visible, thread.latestRunId()) == null ? null : thread.latestRunUpdatedAt());
  }

  /** A named caller sees all runs of a visible thread; for anonymous callers they are looked up. */
  private static Set<RunId> visible(ThreadRecord thread, Caller caller, RunStore runs) {
    return Stream.of(thread.activeRunId(), thread.openRunId(), thread.latestRunId())
        .filter(Objects::nonNull)
        .distinct()
        .filter(run -> !caller.anonymous() || Ownership.seen(runs.find(run), caller).isPresent())
        .collect(Collectors.toSet());
  }

  private static RunId among(Set<RunId> visible, RunId run) {
    return run != null && visible.contains(run) ? run : null;
  }
}
