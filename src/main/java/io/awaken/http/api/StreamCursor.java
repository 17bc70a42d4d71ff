package io.awaken.http.api;

import io.awaken.core.event.Cursor;
import io.awaken.http.security.Refusal;

/** Where a reader of a run's events wants to go on. */
final class StreamCursor {

  private StreamCursor() {}

  /**
   * The header of a reconnecting client wins over the query it was first called with; without
   * either the stream begins at the beginning. The value is never repeated in the answer.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming where the bad cursor came from
   */
  static Cursor of(String lastEventId, String query) {
    if (lastEventId != null && !lastEventId.isEmpty()) {
      return parse("Last-Event-ID", lastEventId);
    }
    return query == null ? Cursor.START : parse("cursor", query);
  }

  private static Cursor parse(String field, String text) {
    return Cursor.parse(text)
        .orElseThrow(
            () -> Refusal.invalid(field, field + " is not a cursor of this server").exception());
  }
}
