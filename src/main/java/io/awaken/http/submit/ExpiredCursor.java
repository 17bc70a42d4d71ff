package io.awaken.http.submit;

import io.awaken.http.security.Refusal;

/**
 * Retention deleted events that a reader asks for; details of a refusal.
 *
 * @param oldestCursor the cursor behind which every event is there, as the protocol writes it
 */
public record ExpiredCursor(String oldestCursor) {

  static Refusal refusal(String oldest, FieldNames names) {
    return new Refusal(
            410,
            "cursor_expired",
            "events behind the cursor are kept no longer; oldest_cursor is the first one behind"
                + " which all are there",
            names.cursor(),
            null)
        .with(new ExpiredCursor(oldest));
  }
}
