package io.awaken.http.api.thread;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.http.openapi.Required;
import java.util.Map;

/** A thread on the wire; times are milliseconds (features section 3.1). */
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

  static ThreadView of(ThreadRecord thread) {
    var custom = thread.custom() == null || thread.custom().isEmpty() ? null : thread.custom();
    return new ThreadView(
        thread.id(),
        thread.resourceId(),
        thread.parentThreadId(),
        new Metadata(thread.createdAt(), thread.updatedAt(), thread.title(), custom),
        thread.activeRunId(),
        thread.openRunId(),
        thread.latestRunId(),
        thread.latestRunUpdatedAt());
  }
}
