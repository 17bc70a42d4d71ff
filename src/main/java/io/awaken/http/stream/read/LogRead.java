package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;

/**
 * A read of the log of a run.
 *
 * @param from the cursor after which it reads
 * @param sure whether that cursor is known to be committed
 * @param mayRest whether the read may find that the run waits or has ended
 */
record LogRead(Cursor from, boolean sure, boolean mayRest) {}
