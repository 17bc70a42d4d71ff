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

/**
 * A thread on the wire; times are milliseconds. Runs that the caller must not know of are left out.
 */
record ThreadView(
    @Required ThreadId id,
    String resourceId,
    ThreadId parentThreadId,
    @Required Metadata metadata,
    RunId activeRunId,
    RunId openRunId,
    RunId latestRunId,
    Long latestRunUpdatedAt) {

  /** What is known about the thread beside its place. */
  record Metadata(long createdAt, long updatedAt, String title, Map<String, Object> custom) {}

  /** A thread as this caller sees it. */
  static ThreadView of(ThreadRecord thread, Caller caller, RunStore runs) {
    return of(thread, told(thread, caller, runs));
  }

  /** A thread in which nothing has run yet. */
  static ThreadView ofNew(ThreadRecord thread) {
    return of(thread, Set.of());
  }

  private static ThreadView of(ThreadRecord thread, Set<RunId> told) {
    var custom = thread.custom() == null || thread.custom().isEmpty() ? null : thread.custom();
    return new ThreadView(
        thread.id(),
        thread.resourceId(),
        thread.parentThreadId(),
        new Metadata(thread.createdAt(), thread.updatedAt(), thread.title(), custom),
        among(told, thread.activeRunId()),
        among(told, thread.openRunId()),
        among(told, thread.latestRunId()),
        among(told, thread.latestRunId()) == null ? null : thread.latestRunUpdatedAt());
  }

  /**
   * Named callers see every run of a thread that they see; anonymous callers do not request them.
   */
  private static Set<RunId> told(ThreadRecord thread, Caller caller, RunStore runs) {
    return Stream.of(thread.activeRunId(), thread.openRunId(), thread.latestRunId())
        .filter(Objects::nonNull)
        .distinct()
        .filter(run -> !caller.anonymous() || Ownership.seen(runs.find(run), caller).isPresent())
        .collect(Collectors.toSet());
  }

  private static RunId among(Set<RunId> told, RunId run) {
    return run != null && told.contains(run) ? run : null;
  }
}
