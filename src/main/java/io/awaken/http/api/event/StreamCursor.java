package io.awaken.http.api.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.http.security.Refusal;
import java.util.Optional;
import java.util.function.Function;

/**
 * The position at which a reader of events resumes. The header of a reconnecting client wins over
 * the query parameter. Never echoed in an answer.
 */
final class StreamCursor {

  private static final String HEADER = "Last-Event-ID";
  private static final String QUERY = "cursor";

  private StreamCursor() {}

  /**
   * The position of a run's reader; without a cursor the beginning.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming where the bad cursor came from
   */
  static Cursor of(RunId runId, String lastEventId, String query) {
    return read(lastEventId, query, RunCursors.of(runId)::read).orElse(Cursor.START);
  }

  /**
   * The position of a thread's reader; empty without a cursor.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming where the bad cursor came from
   */
  static Optional<ThreadPosition> of(ThreadId threadId, String lastEventId, String query) {
    return read(lastEventId, query, ThreadCursors.of(threadId)::read);
  }

  private static <T> Optional<T> read(
      String lastEventId, String query, Function<String, Optional<T>> parsed) {
    if (lastEventId != null && !lastEventId.isEmpty()) {
      return Optional.of(parsed.apply(lastEventId).orElseThrow(() -> foreign(HEADER)));
    }
    return query == null
        ? Optional.empty()
        : Optional.of(parsed.apply(query).orElseThrow(() -> foreign(QUERY)));
  }

  private static RuntimeException foreign(String field) {
    return Refusal.invalid(field, field + " is not a cursor of these events").exception();
  }
}
