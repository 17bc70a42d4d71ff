package io.awaken.http.submit;

import io.awaken.http.security.Refusal;

/**
 * Retention deleted the requested events; details of a refusal.
 *
 * @param oldestCursor the oldest cursor with all later events, as the protocol writes it
 */
public record ExpiredCursor(String oldestCursor) {

  static Refusal refusal(String oldest, FieldNames names) {
    return new Refusal(
            410,
            "cursor_expired",
            "the events after the cursor were deleted; oldest_cursor is the first one after"
                + " which all events exist",
            names.cursor(),
            null)
        .with(new ExpiredCursor(oldest));
  }
}
