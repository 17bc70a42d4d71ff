package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;

/**
 * One read of a run's log.
 *
 * @param from the cursor after which it reads
 * @param sure whether that cursor is known to be committed
 * @param maySettle whether the read may find that the run waits or has ended
 */
record LogRead(Cursor from, boolean sure, boolean maySettle) {}
