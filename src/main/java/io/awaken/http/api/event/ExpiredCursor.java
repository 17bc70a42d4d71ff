package io.awaken.http.api.event;

import io.awaken.http.security.Refusal;

/** Events that somebody asks for were deleted by retention. */
final class ExpiredCursor {

  private ExpiredCursor() {}

  /**
   * @param oldest the cursor behind which every event is there
   */
  static Refusal of(String oldest) {
    return new Refusal(
            410,
            "cursor_expired",
            "events behind the cursor are kept no longer; oldest_cursor is the first one behind"
                + " which all are there",
            "cursor",
            null)
        .with(new Details(oldest));
  }

  private record Details(String oldestCursor) {}
}
